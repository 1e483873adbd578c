/** What a failed comparison wanted and got, as printed. */
export interface Values {
  readonly expected: string;
  readonly actual: string;
}

/**
 * Expected and actual value in the message of a Python assertion: pytest's `assert actual == expected` and unittest's
 * `actual != expected`. By convention the expected value stands on the right. Undefined when the text shows no comparison.
 */
export function pythonValues(type: string, message: string): Values | undefined {
  if (!/(?:^|\.)AssertionError$/.test(type)) return undefined;
  const line = message.split("\n", 1)[0] ?? "";
  const pytest = /^(?:.*?: )?assert (.+)$/.exec(line);
  if (pytest?.[1] !== undefined) return around(pytest[1], " == ") ?? around(pytest[1], " is ");
  return around(line.replace(/ : .*$/, ""), " != ");
}

/** Splits at the operator when it stands exactly once outside quotes and brackets. */
function around(text: string, operator: string): Values | undefined {
  const at = topLevelIndexes(text, operator);
  const first = at[0];
  if (at.length !== 1 || first === undefined) return undefined;
  const actual = text.slice(0, first).trim();
  const expected = text.slice(first + operator.length).trim();
  return actual === "" || expected === "" ? undefined : { expected, actual };
}

function topLevelIndexes(text: string, operator: string): number[] {
  const found: number[] = [];
  let depth = 0;
  let quoteMark = "";
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (quoteMark !== "") {
      if (char === "\\") at += 1;
      else if (char === quoteMark) quoteMark = "";
      continue;
    }
    if (char === "'" || char === '"') quoteMark = char;
    else if ("([{".includes(char)) depth += 1;
    else if (")]}".includes(char)) depth -= 1;
    else if (depth === 0 && text.startsWith(operator, at)) found.push(at);
  }
  return found;
}
