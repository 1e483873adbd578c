// The rooms of docs/architecture.md as rules. Each says why it stands here.

/** Rooms that turn values into values. */
const pure = "^src/(triggers|checks|evidence|agents|acceptance|render|settings|redaction|domain|ports|support)/";

/** What a room may import besides itself, npm packages and Node: the arrows of docs/architecture.md. */
const arrows = {
  "shells/action": ["shells", "stages", "triggers", "settings", "render", "redaction", "adapters", "ports", "domain", "support"],
  "shells/cli": ["shells", "stages", "triggers", "settings", "render", "redaction", "adapters", "ports", "domain", "support"],
  "shells/compose": ["shells", "stages", "settings", "render", "redaction", "agents", "adapters", "ports", "domain", "support"],
  stages: ["agents", "checks", "evidence", "acceptance", "render", "ports", "domain", "support"],
  triggers: ["ports", "domain", "support"],
  checks: ["ports", "domain", "support"],
  evidence: ["ports", "domain", "support"],
  agents: ["ports", "domain", "support"],
  acceptance: ["ports", "domain", "support"],
  render: ["ports", "domain", "support"],
  settings: ["ports", "domain", "support"],
  redaction: ["ports", "domain", "support"],
  adapters: ["ports", "domain", "support"],
  ports: ["domain"],
  domain: ["support"],
  support: [],
};

const why = {
  "shells/action": "A door translates one way of calling into a run. What decides or judges lies behind the stages, so that both doors do the same.",
  "shells/cli": "A door translates one way of calling into a run. What decides or judges lies behind the stages, so that both doors do the same.",
  "shells/compose": "Composition picks the adapter behind each port and wraps it; coders are such choices. It does not run or judge anything.",
  stages: "The stages are the only place that knows the order of things. They reach the world through ports, so a run can be tested with fakes.",
  triggers: "Who may ask for what is decided from the event alone, and can be tested without a repository.",
  checks: "How a runner is called is knowledge about the runner, not about what its output meant or who asked.",
  evidence: "Text in, values out: what a tool printed must not be read differently by who asks.",
  agents: "Coders, testers and reviewers return data; whoever could run it would be able to judge itself.",
  acceptance: "The judge depends on nobody it judges.",
  render: "Reports are functions of the journal; a report that could ask the world could differ from it.",
  settings: "Settings are merged from values; where these come from is the doors' matter.",
  redaction: "What hides secrets wraps everything that leaves and must not depend on what it wraps.",
  adapters: "An adapter knows one library and one port. Knowing more would turn the port into an ornament.",
  ports: "Contracts without logic: only words of the domain.",
  domain: "The words stand on their own; everything else is built on them.",
  support: "Small things without domain words use nothing, so everybody may use them.",
};

const roomRules = Object.entries(arrows).map(([room, targets]) => ({
  name: `arrows-of-${room.replace("/", "-")}`,
  comment: why[room],
  severity: "error",
  from: { path: `^src/${room}/` },
  to: { path: "^src/", pathNot: [`^src/${room}/`, ...targets.map((target) => `^src/${target}/`), "^src/text-imports"] },
}));

/** Libraries with one home: changing or removing one is then a change in one place. */
const confined = [
  ["@actions", "^src/shells/action/", "The runner's toolkit reads the environment and writes commands to the log: a door's business."],
  ["@octokit", "^src/adapters/github/", "GitHub is reached through five ports; nobody else needs to know its routes."],
  ["openai", "^src/adapters/models/openai", "A model is a port; the wire protocol is one adapter's."],
  ["execa", "^src/adapters/(sandbox|workspace)/", "Whoever starts processes could start repository code outside the box."],
  ["fast-xml-parser", "^src/evidence/readers/", "Report formats are readers' knowledge; parsers of untrusted input are configured once."],
  ["(web-tree-sitter|tree-sitter-[a-z]+)", "^src/adapters/syntax/", "Everybody else sees SyntaxTrees, so grammars can change."],
  ["@secretlint", "^src/redaction/", "What counts as a secret is decided in one room."],
  [
    "(mdast-util-from-markdown|htmlparser2)",
    "^src/support/shown-prose",
    "What a page shows of a person's words is decided in one place, which hostile text is tried against.",
  ],
  ["commander", "^src/shells/cli/", "Flags are the command line's business."],
  ["log-update", "^src/shells/cli/", "Only the command line owns a terminal."],
];

const libraryRules = confined.map(([library, home, comment]) => ({
  name: `home-of-${library.replace(/[^a-z]+/g, "-").replace(/^-|-$/g, "")}`,
  comment,
  severity: "error",
  from: { path: "^src/", pathNot: home },
  to: { path: `(^|/)node_modules/${library}(/|$)` },
}));

module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      comment: "Files that need each other are one thing in two pieces, and load order decides what breaks.",
      severity: "error",
      from: { path: "^src/" },
      to: { circular: true },
    },
    {
      name: "resolvable",
      comment: "An import that cannot be resolved escapes every other rule.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: "entries-only-open-doors",
      comment: "An entry file holds no logic, because nothing in it can be tested without starting a process.",
      severity: "error",
      from: { path: "^src/[^/]+\\.ts$" },
      to: { path: "^src/", pathNot: ["^src/shells/(action|cli)/"] },
    },
    {
      name: "no-entry-is-imported",
      comment: "Importing an entry would start it.",
      severity: "error",
      from: {},
      to: { path: "^src/(main|post|cli)\\.ts$" },
    },
    ...roomRules,
    {
      name: "adapters-do-not-know-each-other",
      comment: "Two adapters that know each other are one adapter; what joins them is composed in shells/compose.",
      severity: "error",
      from: { path: "^src/adapters/([^/]+)/" },
      to: { path: "^src/adapters/", pathNot: "^src/adapters/$1/" },
    },
    {
      name: "doors-do-not-know-each-other",
      comment: "The action and the command line share what lies behind them, not each other.",
      severity: "error",
      from: { path: "^src/shells/(action|cli)/" },
      to: { path: "^src/shells/(action|cli)/", pathNot: "^src/shells/$1/" },
    },
    {
      name: "pure-rooms-touch-nothing",
      comment: "These rooms turn values into values. Anything that reads a disk, starts a process or opens a connection goes behind a port.",
      severity: "error",
      from: { path: pure },
      to: {
        dependencyTypes: ["core"],
        path: "^(node:)?(fs|fs/promises|child_process|net|http|https|http2|tls|dgram|dns|dns/promises|worker_threads|cluster|os|process|vm|inspector|module|repl|readline|sqlite|timers|timers/promises|async_hooks)$",
      },
    },
    ...libraryRules,
    {
      name: "sources-stand-alone",
      comment: "What is shipped must not lean on tests, samples, scripts or benchmarks.",
      severity: "error",
      from: { path: "^src/" },
      to: { path: "^(test|fixtures|scripts|bench|dist)/" },
    },
    {
      name: "bench-and-scripts-use-no-tests",
      comment:
        "Only what knows the machine and its accounts, the coder that follows a script, and the sweeps, of which `npm test` runs a sample, are shared with the tests.",
      severity: "error",
      from: { path: "^(scripts|bench)/" },
      to: { path: "^test/", pathNot: "^test/(support/(machine|as-ordinary-user|scripted-coder)\\.ts$|sweep/)" },
    },
  ],
  options: {
    doNotFollow: { path: ["node_modules"] },
    // Held-out tests are laid into the fixture projects, where their imports lead somewhere.
    // Probes are texts to us: they run in the box, in the repository's own interpreter.
    exclude: { path: ["^dist/", "^fixtures/", "^test/integration/projects/held-out/", "\\.probe\\.[cm]js$"] },
    tsConfig: { fileName: "tsconfig.json" },
    // Type-only imports are dependencies too: a room that knows another's types knows the room.
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      mainFields: ["module", "main", "types"],
      extensions: [".ts", ".d.ts", ".js", ".json"],
    },
  },
};
