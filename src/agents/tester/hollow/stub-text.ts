/** What the stand-ins do: nothing at all, or fail at once. Code that is right does neither. */
export type Hollow = "returns-nothing" | "raises";

const python = `
class _HealNotWritten(Exception):
    pass


def _heal_answer(name):
    def answer(*arguments, **named):
        HEAL_ANSWER

    async def later(*arguments, **named):
        return answer()

    return later if name in HEAL_AWAITED else answer


def _heal_member(name):
    if name.startswith("__"):
        raise AttributeError(name)
    return _heal_answer(name)


class _HealFunction:
    def __init__(self, name):
        self._heal = _heal_answer(name)

    def __call__(self, *arguments, **named):
        return self._heal(*arguments, **named)

    def __getattr__(self, name):
        return _heal_member(name)


class _HealKind(type):
    def __getattr__(cls, name):
        return _heal_member(name)


def _heal_class(name):
    def begin(self, *arguments, **named):
        _heal_answer("")()

    members = {
        "__init__": begin,
        "__getattr__": lambda self, key: _heal_member(key),
        "__enter__": lambda self: self,
        "__exit__": lambda self, *reason: None,
    }
    return _HealKind(name, (), members)


def _heal_given(name):
    if name.endswith(("Error", "Exception", "Warning")):
        return type(name, (Warning if name.endswith("Warning") else Exception,), {})
    if name.isupper():
        return None
    return _heal_class(name) if name[:1].isupper() else _HealFunction(name)


_heal_known = {}
_heal_before = globals().get("__getattr__")


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    if _heal_before is not None:
        try:
            return _heal_before(name)
        except AttributeError:
            pass
    if name not in _heal_known:
        _heal_known[name] = _heal_given(name)
    return _heal_known[name]


for _heal_one in list(globals().values()):
    if isinstance(_heal_one, type) and _heal_one.__module__ == __name__ and "_heal" not in _heal_one.__name__.lower():
        if not hasattr(_heal_one, "__getattr__"):
            _heal_one.__getattr__ = lambda self, key: _heal_member(key)
`;

/**
 * Python that gives any name the module lacks: do-nothing functions, classes whose methods do nothing, error classes, and None for names
 * written as constants. Classes that stand already get the methods they lack.
 */
export function pythonStub(hollow: Hollow, awaited: ReadonlySet<string>): string {
  const answer = hollow === "raises" ? "raise _HealNotWritten(name)" : "return None";
  return python.replace("HEAL_ANSWER", answer).replace("HEAL_AWAITED", JSON.stringify([...awaited]));
}

const script = `
function healAnswer(name) {
  return function () {
    HEAL_ANSWER;
  };
}
function healMember(target, key) {
  return typeof key === "symbol" || key === "then" || Reflect.has(target, key) ? Reflect.get(target, key) : healAnswer(key);
}
function healStub(name) {
  if (/(?:Error|Exception)$/.test(name)) return class extends Error {};
  if (/^[A-Z][A-Z0-9_]+$/.test(name)) return undefined;
  if (!/^[A-Z]/.test(name)) return healAnswer(name);
  class Kind {
    constructor() {
      healAnswer(name)();
      return new Proxy(this, { get: healMember });
    }
  }
  return new Proxy(Kind, { get: healMember });
}
function healMethods(kind) {
  if (typeof kind !== "function" || kind.prototype === undefined || kind.prototype === null) return;
  const above = Object.getPrototypeOf(kind.prototype) ?? {};
  Object.setPrototypeOf(kind.prototype, new Proxy(above, {
    get: (target, key, self) => (typeof key === "symbol" || key === "then" || Reflect.has(target, key) ? Reflect.get(target, key, self) : healAnswer(key)),
  }));
}
`;

/** The same in JavaScript: a function that gives what a name stands for. Also valid TypeScript, unchecked. */
export function scriptStub(hollow: Hollow): string {
  return script.replace("HEAL_ANSWER", hollow === "raises" ? 'throw new Error("nothing is written for " + String(name))' : "return undefined");
}

/** Statements by which a skeleton says that its code is still to be written, and what does nothing in their place. */
const placeholders = {
  python: { statement: /\braise[ \t]+NotImplementedError\b(?:\([^()\n]*\))?/g, nothing: "pass" },
  script: { statement: /\bthrow new Error\(\s*(["'`])(?:(?!\1).)*(?:not[ -]?(?:yet[ -]?)?implemented|TODO)(?:(?!\1).)*\1\s*\)/gi, nothing: "void 0" },
} as const;

/** A skeleton with functions that do nothing instead of saying that they are not written. */
export function withoutPlaceholders(text: string, language: keyof typeof placeholders): string {
  const { statement, nothing } = placeholders[language];
  return text.replace(statement, nothing);
}
