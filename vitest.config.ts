import { defineConfig } from "vitest/config";
import { textImports } from "./scripts/text-imports.ts";

const minute = 60_000;

/** Unit tests touch no process and no disk beyond fixtures; the other projects start real tools and may wait for them. */
export default defineConfig({
  plugins: [textImports()],
  // Another user, who may not write here, brings a folder (test/support/as-ordinary-user.ts).
  cacheDir: process.env.HEAL_TEST_CACHE ?? "node_modules/.vite",
  test: {
    // Most of the time a suite waits for processes it started, so two at a time fit on two cores.
    maxWorkers: 2,
    projects: [
      { extends: true, test: { name: "unit", include: ["test/unit/**/*.test.ts"], testTimeout: minute } },
      { extends: true, test: { name: "integration", include: ["test/integration/**/*.test.ts"], testTimeout: 5 * minute, hookTimeout: 5 * minute } },
      { extends: true, test: { name: "bundle", include: ["test/bundle/**/*.test.ts"], testTimeout: 5 * minute, hookTimeout: 5 * minute } },
      { extends: true, test: { name: "e2e", include: ["test/e2e/**/*.test.ts"], testTimeout: 5 * minute, hookTimeout: 5 * minute } },
    ],
  },
});
