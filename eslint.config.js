import { defineConfig } from "eslint/config";
import tseslint from "typescript-eslint";

/** Only what needs types; format and plain lint are Biome's. */
export default defineConfig(
  { ignores: ["dist", "fixtures", "test/fixtures", "coverage", "**/*.probe.*"] },
  {
    files: ["src/**/*.ts", "test/**/*.ts", "scripts/**/*.ts", "bench/**/*.ts"],
    languageOptions: { parser: tseslint.parser, parserOptions: { projectService: true } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    plugins: { "@typescript-eslint": tseslint.plugin },
    rules: {
      // A lost promise is a lost error, and in a process that ends by itself a lost write.
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/no-misused-promises": "error",
      "@typescript-eslint/return-await": ["error", "in-try-catch"],
      // A new member of a union must be met everywhere it is told apart.
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      // What comes from outside passes a schema before it is used.
      "@typescript-eslint/no-unsafe-argument": "error",
      "@typescript-eslint/no-unsafe-assignment": "error",
      "@typescript-eslint/no-unsafe-call": "error",
      "@typescript-eslint/no-unsafe-member-access": "error",
      "@typescript-eslint/no-unsafe-return": "error",
    },
  },
  {
    files: ["test/**/*.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: "CallExpression[callee.object.name='vi'][callee.property.name=/^(mock|doMock|hoisted|stubGlobal)$/]",
          message: "Modules are not mocked: pass a fake that implements the port (test/support).",
        },
      ],
    },
  },
  {
    files: ["src/**/*.ts"],
    ignores: ["src/shells/**", "src/main.ts", "src/post.ts", "src/cli.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: "MemberExpression[object.name='process'][property.name=/^(exit|exitCode|argv)$/]",
          message: "Only the doors (src/shells) know the process: return a value, throw, or take it as an argument.",
        },
      ],
    },
  },
);
