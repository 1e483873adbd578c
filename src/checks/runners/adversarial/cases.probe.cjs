// Cases that record what a call gives: one JSON line before it, one after it. HEAL_CASES_OUT names a folder.
async function __healCase(number, call, holds) {
  const builtin = (name) =>
    typeof process.getBuiltinModule === "function" ? process.getBuiltinModule(name) : typeof require === "function" ? require(name) : undefined;
  const { appendFileSync } = builtin("fs");
  const { inspect } = builtin("util");
  const path = `${process.env.HEAL_CASES_OUT}/cases.jsonl`;
  const tell = (kind, text) => appendFileSync(path, `${JSON.stringify({ case: number, kind, text: String(text).slice(0, 2000) })}\n`);
  const hung = Symbol("hung");

  const taken = (value) => {
    if (value === null || typeof value !== "object" || typeof value.next !== "function" || typeof value[Symbol.iterator] !== "function") return value;
    const items = [];
    for (const item of value) if (items.push(item) === 1000) break;
    return items;
  };
  const kept = (value) => {
    try {
      return !holds || holds(value);
    } catch {
      return false;
    }
  };
  const shown = (value) => inspect(value, { depth: 6, maxArrayLength: 200, maxStringLength: 2000, breakLength: Number.POSITIVE_INFINITY, compact: true });

  tell("started", "");
  try {
    let value = call();
    if (value && typeof value.then === "function") value = await Promise.race([value, new Promise((done) => setTimeout(done, 1500, hung))]);
    if (value === hung) return tell("hung", "");
    value = taken(value);
    const text = shown(value);
    tell(kept(value) ? "value" : "invariant-broken", text);
  } catch (error) {
    tell("raised", error?.name ? `${error.name}: ${error.message}` : String(error));
  }
}
