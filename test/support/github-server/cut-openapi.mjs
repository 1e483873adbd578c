// Cuts the operations the loopback server answers out of GitHub's OpenAPI description.
//
//   cd "$(mktemp -d)" && npm pack @octokit/openapi@23.0.2 && tar xzf octokit-openapi-*.tgz
//   node test/support/github-server/cut-openapi.mjs "$OLDPWD"/package/generated/api.github.com.json
//
// Writes openapi.json beside this file: for each operation the response schemas by status, and every component they
// refer to. `nullable` without `type` is dropped (JSON Schema does not know it there, and ajv refuses it); examples,
// descriptions and vendor extensions go, since only the shapes are held against the answers.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const operations = [
  ["get", "/repos/{owner}/{repo}"],
  ["post", "/repos/{owner}/{repo}/git/blobs"],
  ["get", "/repos/{owner}/{repo}/git/blobs/{file_sha}"],
  ["post", "/repos/{owner}/{repo}/git/trees"],
  ["get", "/repos/{owner}/{repo}/git/trees/{tree_sha}"],
  ["post", "/repos/{owner}/{repo}/git/commits"],
  ["get", "/repos/{owner}/{repo}/git/commits/{commit_sha}"],
  ["post", "/repos/{owner}/{repo}/git/refs"],
  ["get", "/repos/{owner}/{repo}/git/ref/{ref}"],
  ["patch", "/repos/{owner}/{repo}/git/refs/{ref}"],
  ["get", "/repos/{owner}/{repo}/branches/{branch}"],
  ["get", "/repos/{owner}/{repo}/contents/{path}"],
  ["get", "/repos/{owner}/{repo}/compare/{basehead}"],
  ["get", "/repos/{owner}/{repo}/pulls"],
  ["post", "/repos/{owner}/{repo}/pulls"],
  ["get", "/repos/{owner}/{repo}/pulls/{pull_number}"],
  ["patch", "/repos/{owner}/{repo}/pulls/{pull_number}"],
  ["get", "/repos/{owner}/{repo}/issues/{issue_number}/comments"],
  ["post", "/repos/{owner}/{repo}/issues/{issue_number}/comments"],
  ["post", "/repos/{owner}/{repo}/issues/{issue_number}/labels"],
  ["get", "/repos/{owner}/{repo}/actions/runs/{run_id}/jobs"],
];

const source = process.argv[2];
if (source === undefined) throw new Error("name the api.github.com.json of @octokit/openapi as the argument");
const whole = JSON.parse(readFileSync(source, "utf8"));
const droppedKeys = new Set(["description", "example", "examples", "x-github", "x-githubCloudOnly", "x-multi-segment", "externalDocs", "summary", "title"]);

function clean(value, insideProperties) {
  if (Array.isArray(value)) return value.map((entry) => clean(entry, false));
  if (value === null || typeof value !== "object") return value;
  const kept = {};
  for (const [key, entry] of Object.entries(value)) {
    if (!insideProperties && droppedKeys.has(key)) continue;
    if (!insideProperties && key === "nullable" && value.type === undefined) continue;
    kept[key] = clean(entry, !insideProperties && key === "properties");
  }
  return kept;
}

const components = {};
function pull(value) {
  if (Array.isArray(value)) return value.forEach(pull);
  if (value === null || typeof value !== "object") return;
  const reference = value.$ref;
  if (typeof reference === "string" && components[reference] === undefined) {
    const target = reference
      .split("/")
      .slice(1)
      .reduce((at, key) => at[key], whole);
    components[reference] = clean(target, false);
    pull(components[reference]);
  }
  Object.values(value).forEach(pull);
}

const cut = {};
for (const [method, path] of operations) {
  const responses = whole.paths[path]?.[method]?.responses;
  if (responses === undefined) throw new Error(`no operation ${method} ${path}`);
  cut[`${method} ${path}`] = {};
  for (const [status, response] of Object.entries(responses)) {
    const resolved =
      response.$ref === undefined
        ? response
        : response.$ref
            .split("/")
            .slice(1)
            .reduce((at, key) => at[key], whole);
    const schema = resolved.content?.["application/json"]?.schema;
    if (schema === undefined) continue;
    cut[`${method} ${path}`][status] = clean(schema, false);
    pull(cut[`${method} ${path}`][status]);
  }
}

const schemas = Object.fromEntries(Object.entries(components).map(([reference, schema]) => [reference.split("/").at(-1), schema]));
const out = { openapi: whole.info.version, package: "@octokit/openapi@23.0.2", operations: cut, components: { schemas } };
writeFileSync(fileURLToPath(new URL("openapi.json", import.meta.url)), `${JSON.stringify(out)}\n`);
