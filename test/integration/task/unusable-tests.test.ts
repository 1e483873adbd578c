import { afterEach, expect, it } from "vitest";
import type { ModelReply } from "../../../src/domain/model-call.js";
import type { Stop } from "../../../src/domain/outcome.js";
import { patchedPaths } from "../../../src/domain/patch.js";
import { eventsOf, lastOf } from "../../../src/render/journal-view.js";
import { AnsweringModel } from "../../support/answering-model.js";
import type { StartFault } from "../../support/breaking-sandbox.js";
import type { HealedProject } from "../../support/heal-project.js";
import { suiteRequires } from "../../support/requirements.js";
import { shop } from "../../support/task-project.js";
import { answer, runTask } from "../../support/task-run.js";

const opened: HealedProject[] = [];

afterEach(() => {
  for (const one of opened.splice(0)) one.dispose();
});

const text = "Add `cheapest(prices)` to shop/prices.py: the smallest price.";
const good = "from shop.prices import cheapest\n\n\ndef test_cheapest():\n    assert cheapest([3, 1, 2]) == 1\n";
const place = "tests/test_cheapest.py";

async function answered(...replies: readonly string[]): Promise<HealedProject & { readonly tester: AnsweringModel; readonly refusals: readonly string[] }> {
  const tester = new AnsweringModel(...replies);
  const healed = await runTask({ project: shop, checks: ["python -m pytest -q"], text, tester, approval: "required" });
  opened.push(healed);
  return { ...healed, tester, refusals: eventsOf(healed.lines, "tests-refused").map(({ reason }) => reason) };
}

const usable = answer(place, good, "shop/prices.py");

suiteRequires("bubblewrap", "pytest")("tests that cannot be the gate are answered with the reason once", () => {
  it("all of them green already, twice: what the description tells of was not reproduced", async () => {
    const green = "from shop.prices import total\n\n\ndef test_total_of_one():\n    assert total([7]) == 7\n";
    const healed = await answered(answer(place, green, "shop/prices.py"));
    expect(healed.stop).toEqual({
      reason: "not-reproduced",
      sentence:
        "Stopped before any code was written (not-reproduced): every case the Tester wrote from the description passes on the project as it is (tests/test_cheapest.py::test_total_of_one), so nothing was seen to be missing or wrong. Where something is, add to the description a call, what comes of it now and what should.",
    });
    expect(healed.tester.asked).toHaveLength(2);
    expect(healed.tester.asked[1]?.messages.at(-1)?.content).toContain("all of its 1 cases pass on the project as it is");
    expect(lastOf(healed.lines, "tests-written")).toBeUndefined();
  });

  it.each([
    [
      "a place the command does not look into",
      answer("shop/cheapest.py", good, "shop/prices.py"),
      "shop/cheapest.py is no place where `python -m pytest -q` looks for tests",
    ],
    ["a place outside the project", answer("../test_cheapest.py", good, "shop/prices.py"), '"../test_cheapest.py" is no plain path inside the project'],
    ["a test of the project", answer("tests/test_prices.py", good, "shop/prices.py"), "tests/test_prices.py exists already"],
    ["text that does not parse", answer(place, `${good}def test_more(:\n    pass\n`, "shop/prices.py"), `${place} does not parse`],
    [
      "a name nobody gives",
      answer(place, "from shop import prices\n\n\ndef test_cheapest():\n    assert cheapest([3, 1]) == 1\n", "shop/prices.py"),
      "fails for a reason that no code of the project can mend: ",
    ],
    [
      "a name nobody gives, used once the code is there",
      answer(place, `${good}\n\ndef test_of_none():\n    assert cheapest([math.inf]) == math.inf\n`, "shop/prices.py"),
      "test_of_none fails for a reason that no code of the project can mend: name 'math' is not defined (in the test itself)",
    ],
    [
      "code of its own that it tests",
      answer(place, "def cheapest(prices):\n    return max(prices)\n\n\ndef test_cheapest():\n    assert cheapest([3, 1]) == 1\n", "shop/prices.py"),
      `${place} imports nothing of the project, so it would test only itself; import what is tested from shop/prices.py`,
    ],
    [
      "a package that is not installed",
      answer(place, `from hypothesis_for_nobody import given\n${good}`, "shop/prices.py"),
      "the module hypothesis_for_nobody is not there, and the description does not speak of it",
    ],
    [
      "a skipped case",
      answer(place, `import pytest\n${good}\n\n@pytest.mark.skip\ndef test_later():\n    assert cheapest([]) is None\n`, "shop/prices.py"),
      "which keeps a test from counting",
    ],
    [
      "cases that contradict each other",
      answer(
        place,
        `import pytest\n\n${good}\n\n@pytest.mark.parametrize("prices", [[], [3, 1, 2]])\ndef test_refused(prices):\n    with pytest.raises(ValueError):\n        cheapest(prices)\n`,
        "shop/prices.py",
      ),
      "two tests contradict each other about `cheapest([3, 1, 2])`: test_cheapest (tests/test_cheapest.py:7) expects 1, test_refused (tests/test_cheapest.py:12) expects it to raise ValueError. No code can satisfy both",
    ],
    ["no test at all", "I would test the smallest price first.", "the answer holds no code block with a test case"],
  ])("%s, then tests that can be used", async (_what, reply, reason) => {
    const healed = await answered(reply, usable);
    expect(healed.refusals).toHaveLength(1);
    expect(healed.refusals[0]).toContain(reason);
    expect(healed.tester.asked[1]?.messages.at(-1)?.content).toContain(reason);
    expect(healed.stop.reason, healed.stop.sentence).toBe("awaiting-approval");
    expect(lastOf(healed.lines, "tests-written")?.red).toHaveLength(1);
  });

  it("green ones, then none at all: the answers could not be used", async () => {
    const green = "from shop.prices import total\n\n\ndef test_total_of_one():\n    assert total([7]) == 7\n";
    const healed = await answered(answer(place, green, "shop/prices.py"), "I would test the smallest price first.");
    expect(healed.stop.reason).toBe("unusable-replies");
    expect(healed.stop.sentence).toBe(
      "Stopped before any code was written (unusable-replies): the Tester's tests could not be used twice, the last because the answer holds no code block with a test case. Make the description more exact, or name another model.",
    );
  });

  it.each<readonly [string, ModelReply, Stop]>([
    [
      "that is down",
      { kind: "unavailable", reason: "the endpoint answers 503", retry: "never", retryAfterMs: null },
      { reason: "model-unavailable", sentence: "No tests were written for the task (model-unavailable): the endpoint answers 503." },
    ],
    [
      "that would take more tokens than are left",
      { kind: "not-affordable", limit: "max-tokens", needs: 4_100, left: 3_900 },
      {
        reason: "max-tokens",
        sentence:
          "No tests were written for the task (max-tokens): the next call to the model could take up to 4,100 tokens, and 3,900 are left. Raise max-tokens.",
      },
    ],
    [
      "that would cost more than is left",
      { kind: "not-affordable", limit: "max-cost", needs: 0.02, left: 0.01 },
      {
        reason: "max-cost",
        sentence: "No tests were written for the task (max-cost): the next call to the model could cost up to $0.02, and $0.01 is left. Raise max-cost.",
      },
    ],
    [
      "whose settings do not work",
      {
        kind: "misconfigured",
        setting: "base-url",
        reason: "The proxy on the way to base-url wants a user name and password (407). Put them into HTTPS_PROXY, or name the host in NO_PROXY.",
      },
      {
        reason: "invalid-setup",
        sentence:
          "No tests were written for the task (invalid-setup): the proxy on the way to base-url wants a user name and password (407). Put them into HTTPS_PROXY, or name the host in NO_PROXY.",
      },
    ],
    [
      "whose context is too small",
      { kind: "context-exceeded", limit: null },
      {
        reason: "invalid-setup",
        sentence:
          "No tests were written for the task (invalid-setup): the description does not fit into the context of the model answering; shorten it or name a model with a larger context.",
      },
    ],
  ])("a model %s ends the run with its reason", async (_what, reply, stop) => {
    const healed = await runTask({ project: shop, checks: ["python -m pytest -q"], text, tester: new AnsweringModel(reply) });
    opened.push(healed);
    expect(healed.stop).toEqual(stop);
    expect(eventsOf(healed.lines, "tests-refused")).toEqual([]);
  });
});

suiteRequires("bubblewrap", "pytest")("a sandbox that breaks before the tests of a task are written", () => {
  const broke = {
    reason: "sandbox-unavailable",
    sentence:
      "The sandbox broke while `python -m pytest -q` ran: the box ended before its command began. Put that right, or name another engine with `sandbox`, and run Heal again.",
  };
  const reason = "The box ended before its command began.";

  it.each<readonly [string, StartFault, number]>([
    ["at the project as it is", () => reason, 0],
    ["with the tests in it", (patch) => (patchedPaths(patch).includes(place) ? reason : undefined), 1],
  ])("%s ends the run, and the tests are not blamed", async (_when, startFault, answers) => {
    const tester = new AnsweringModel(usable);
    const healed = await runTask({ project: shop, checks: ["python -m pytest -q"], text, tester, startFault });
    opened.push(healed);
    expect(healed.stop).toEqual(broke);
    expect(tester.asked).toHaveLength(answers);
    expect(eventsOf(healed.lines, "tests-refused")).toEqual([]);
  });
});
