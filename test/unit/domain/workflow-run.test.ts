import { expect, it } from "vitest";
import { workflowRunUrl } from "../../../src/domain/workflow-run.js";

it("is the address of the run's page, on any server", () => {
  expect(workflowRunUrl({ server: "https://github.com", repository: "acme/widget", id: "17" })).toBe("https://github.com/acme/widget/actions/runs/17");
  expect(workflowRunUrl({ server: "http://git.example:8080/", repository: "a.b/c_d", id: "1" })).toBe("http://git.example:8080/a.b/c_d/actions/runs/1");
});

it.each([
  { server: "", repository: "acme/widget", id: "17" },
  { server: "https://github.com", repository: "acme", id: "17" },
  { server: "https://github.com", repository: "acme/widget/x", id: "17" },
  { server: "https://github.com", repository: "acme/widget", id: "" },
  { server: "https://github.com", repository: "acme/widget", id: "17)" },
  { server: "https://user:word@github.com", repository: "acme/widget", id: "17" },
  { server: "file:///etc", repository: "acme/widget", id: "17" },
])("is nothing when the runner says something else: %o", (parts) => {
  expect(workflowRunUrl(parts)).toBeNull();
});
