import { readFileSync } from "node:fs";
import { Ajv, type ValidateFunction } from "ajv";

interface Description {
  readonly operations: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly components: object;
}

const description = JSON.parse(readFileSync(new URL("openapi.json", import.meta.url), "utf8")) as Description;
const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema({ $id: "github", components: description.components });
const compiled = new Map<string, ValidateFunction>();

/** What is wrong with an answer by GitHub's own description; empty = it conforms. A status the description does not name is not judged. */
export function violations(operation: string, status: number, body: unknown): string[] {
  const answers = description.operations[operation];
  if (answers === undefined) return [`${operation} is not in openapi.json`];
  const schema = answers[String(status)];
  if (schema === undefined) return [];
  const validate = validatorOf(`${operation} ${status}`, schema);
  if (validate(body)) return [];
  return (validate.errors ?? []).slice(0, 5).map((error) => `${operation} ${status}: ${error.instancePath} ${error.message ?? ""}`);
}

function validatorOf(name: string, schema: object): ValidateFunction {
  const known = compiled.get(name);
  if (known !== undefined) return known;
  const text = JSON.stringify(schema).replaceAll('"#/components/', '"github#/components/');
  const validate = ajv.compile(JSON.parse(text) as object);
  compiled.set(name, validate);
  return validate;
}
