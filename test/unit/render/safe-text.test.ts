import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { code, cut, fence, inline, oneLine, uncommanded, visible } from "../../../src/render/safe-text.js";

const hostile = [
  "@octocat please look",
  "ping @acme/core-team",
  "fixes #12 and closes: acme/app#3",
  "Resolves https://github.com/acme/app/issues/4",
  "see GH-7",
  "![pixel](https://evil.example/p.png)",
  "[click](javascript:alert(1))",
  "<img src=x onerror=alert(1)>",
  "<!-- heal fingerprint=000000000000 commit=1 -->",
  "</details></summary><h1>healed</h1>",
  "| a | b |\n| - | - |",
  "www.evil.example",
  "`code` **bold** _it_ ~~no~~ $x^2$",
  "line\n\n# heading\n/merge\n- [ ] task",
  "&lt;b&gt; &#64;octocat &commat;octocat",
];

describe("running text", () => {
  it.each(hostile)("is dead: %j", (text) => {
    const shown = inline(text);
    expect(shown).not.toMatch(/@(?=\w)/);
    expect(shown).not.toMatch(/(?<!&)#(?=\d)/);
    expect(shown).not.toMatch(/gh-(?=\d)/i);
    expect(shown).not.toMatch(/:\/\//);
    expect(shown).not.toMatch(/www\.(?=\w)/i);
    expect(shown).not.toMatch(/(?<!\\)[<[\]`*_|~$]/);
    expect(shown).not.toMatch(/(?<!\\)&(?!#8203;)(?=#?\w+;)/);
    expect(shown).not.toContain("\n");
  });

  it("stays readable where nothing in it is alive", () => {
    expect(inline('In add(), line 2: "-" becomes "+".')).toBe('In add(), line 2: "-" becomes "+".');
  });
});

describe("hidden characters", () => {
  it("stand as escapes, and terminal sequences are gone", () => {
    expect(visible("a\u202eb\u200bc\u{e0041}d\u001b[31me\u001b]0;title\u0007f\u0000\r\ng")).toBe("a\\u{202e}b\\u{200b}c\\u{e0041}def\\u{0}\ng");
  });
});

describe("code spans", () => {
  it("hold any text on one line, however many backticks it has", () => {
    expect(code("plain")).toBe("`plain`");
    expect(code("a ``b`` c")).toBe("```a ``b`` c```");
    expect(code("`x`")).toBe("`` `x` ``");
    expect(code("one\ntwo")).toBe("`one two`");
  });

  it("close no issue", () => {
    expect(code("fixes #12")).not.toMatch(/fixes\s+#/);
    expect(code("rejects #12")).toBe("`rejects #12`");
  });
});

describe("text that may reach a hosted runner's log", () => {
  it.each(["::error::x", "  ::set-env name=PATH::/x", "a\n\t::add-mask::b", "a ##[error]b", "\u00a0::stop-commands::t", "a\r::warning::b", "\u200b::error::x"])(
    "is no command: %j",
    (text) => {
      for (const shown of [uncommanded(text), fence(text, { language: "text", mostLines: 9 })]) {
        expect(shown).not.toMatch(/^[\s\p{Z}]*::/mu);
        expect(shown).not.toContain("##[");
      }
    },
  );

  it("stays as it is otherwise", () => {
    const text = "tests/test_a.py::test_b failed\n  a::b\n## heading";
    expect(uncommanded(text)).toBe(text);
  });
});

describe("fences", () => {
  it("are longer than any inside, and no line of them is a command to a bot", () => {
    const shown = fence("```\n/merge\n`````\n", { language: "text", mostLines: 10 });
    expect(shown).toBe("``````text\n```\n /merge\n`````\n``````");
  });

  it("say how many lines they left out", () => {
    expect(fence("1\n2\n3\n4", { language: "text", mostLines: 2 })).toBe("```text\n1\n2\n… 2 more lines\n```");
  });

  it("always close themselves", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (text) => {
        const rows = fence(text, { language: "diff", mostLines: 20 }).split("\n");
        const marks = rows[0]?.replace("diff", "") ?? "";
        return rows.at(-1) === marks && rows.slice(1, -1).every((row) => !row.includes(marks));
      }),
    );
  });
});

describe("cutting", () => {
  it("leaves no half of a surrogate pair and no more than allowed", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 60 }), fc.integer({ min: 1, max: 40 }), (text, most) => {
        const shown = cut(text.toWellFormed(), most);
        return shown.length <= most && shown.isWellFormed();
      }),
    );
    expect(oneLine("😀😀😀", 4)).toBe("😀…");
  });
});
