// Put at the end of a script whose functions are traced (its copy in the box): one JSON file a process with the first and the last steps.
// HEAL_TARGETS stands for a list of [file, function]. HEAL_TRACE_OUT names a folder. Must run in sloppy, strict, module and sandboxed code.
function __healTrace(event, line, target, values) {
  const kept = 5;
  const characters = 200;
  // Steps after which lines are passed over: calls and returns still tell how it went on.
  const linesUntil = 20000;
  const key = Symbol.for("heal.trace");
  const builtin = (name) =>
    typeof process.getBuiltinModule === "function" ? process.getBuiltinModule(name) : typeof require === "function" ? require(name) : undefined;

  const open = () => {
    const fs = builtin("fs");
    const util = builtin("util");
    const state = { first: [], last: [], omitted: 0, steps: 0, fs, util };
    state.path = process.env.HEAL_TRACE_OUT && `${process.env.HEAL_TRACE_OUT}/trace-${process.pid}-${Math.random().toString(36).slice(2)}.json`;
    state.write = () => fs.writeFileSync(state.path, JSON.stringify({ heal: "trace/1", first: state.first, last: state.last, omitted: state.omitted }));
    const real = builtin("process");
    if (real) real.on("exit", state.write);
    return state;
  };

  // The tracer takes room on the stack: near its end the code may fail where it would not have, and what it does then is not its own.
  const isStackFull = (error) => Boolean(error) && error.name === "RangeError" && /call stack/.test(String(error.message));

  const text = (state, value) => {
    const options = {
      depth: 3,
      maxArrayLength: 12,
      maxStringLength: characters,
      breakLength: Number.POSITIVE_INFINITY,
      compact: true,
      customInspect: false,
      showProxy: true,
    };
    const shown = value instanceof Error ? `${value.name}: ${value.message}` : state.util.inspect(value, options);
    return shown.length <= characters ? shown : `${shown.slice(0, characters - 3)}...`;
  };

  const named = (state) => {
    if (event === "return" || event === "throw") return { [event]: text(state, values) };
    const shown = {};
    for (const [name, read] of values) {
      try {
        shown[name] = text(state, read());
      } catch (error) {
        if (isStackFull(error)) throw error;
        // Declared further down: it has no value yet.
      }
    }
    return shown;
  };

  const record = () => {
    if (!process.env.HEAL_TRACE_OUT) return;
    if (!globalThis[key]) Object.defineProperty(globalThis, key, { value: open() });
    const state = globalThis[key];
    if (state.ended) return;
    if (event === "throw" && isStackFull(values)) {
      state.ended = true;
      return;
    }
    state.steps += 1;
    if (event === "line") state.line = line;
    if (event === "line" && state.steps > linesUntil) return;
    const [file, name] = HEAL_TARGETS[target];
    const step = { file, line: event === "throw" ? state.line || line : line, function: name, event, values: named(state) };
    if (state.first.length < kept) state.first.push(step);
    else if (state.last.push(step) > kept) {
      state.last.shift();
      state.omitted += 1;
    }
    if (state.steps < 2000 || state.steps % 500 === 0) state.write();
  };

  try {
    record();
  } catch (error) {
    if (globalThis[key] && isStackFull(error)) globalThis[key].ended = true;
    // A trace must not change what the code does.
  }
  return values;
}
