import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { eventsOf, lastOf } from "../../../src/render/journal-view.js";
import { type HealedProject, type HealProjectRequest, healProject } from "../../support/heal-project.js";
import { suiteRequires } from "../../support/requirements.js";

const opened: HealedProject[] = [];

afterEach(() => {
  for (const project of opened.splice(0)) project.dispose();
});

async function healed(request: HealProjectRequest): Promise<HealedProject> {
  const project = await healProject(request);
  opened.push(project);
  return project;
}

function candidates(project: HealedProject): number {
  return eventsOf(project.lines, "candidate-tried").length;
}

const pytest = ["python -m pytest -q"];

suiteRequires("bubblewrap", "pytest")("before anything is repaired", () => {
  it("a healthy project has nothing to heal", async () => {
    const project = await healed({
      project: { "calc.py": "def add(a, b):\n    return a + b\n", "test_calc.py": "from calc import add\n\n\ndef test_add():\n    assert add(2, 3) == 5\n" },
      checks: pytest,
    });
    expect(project.stop).toEqual({ reason: "nothing-failed", sentence: "Every check is green, so there is nothing to heal: `python -m pytest -q`." });
    expect(candidates(project)).toBe(0);
    const { logFile } = eventsOf(project.lines, "check-ran")[0] ?? {};
    expect(readFileSync(join(project.bundleFolder, logFile ?? "none"), "utf8")).toContain("1 passed");
  });

  it("a check that ends with 0 is green, whatever its report lists", async () => {
    const project = await healed({ project: { "test_red.py": "def test_red():\n    assert 1 == 2\n" }, checks: ["python -m pytest -q || true"] });
    expect(project.stop.reason).toBe("nothing-failed");
    expect(candidates(project)).toBe(0);
  });

  it("a test that fails by the toss of a coin is flaky and costs no candidate", async () => {
    const flaky = "import os\n\n\ndef test_sometimes():\n    assert os.path.exists(os.path.join(os.path.dirname(__file__), 'seen'))\n";
    // The first run of the suite leaves a file behind that the later ones see: red once, green ever after.
    const conftest =
      "import os\nimport pytest\n\n\n@pytest.hookimpl\ndef pytest_sessionfinish(session, exitstatus):\n    open(os.path.join(os.path.dirname(__file__), 'seen'), 'w').close()\n";
    const project = await healed({ project: { "test_flaky.py": flaky, "conftest.py": conftest }, checks: pytest });
    expect(project.stop.reason).toBe("flaky");
    expect(project.stop.sentence).toBe(
      "Nothing is steadily red: pytest:test_flaky.py::test_sometimes failed in one run and passed in another. No code was changed.",
    );
    expect(candidates(project)).toBe(0);
  });

  it("a database that the box cannot reach is not healable, and the sentence names it", async () => {
    const db = "import socket\n\n\ndef connect(host='127.0.0.1', port=5432):\n    return socket.create_connection((host, port), timeout=2)\n";
    const test = "from db import connect\n\n\ndef test_orders_are_stored():\n    connect().close()\n";
    const project = await healed({ project: { "db.py": db, "test_db.py": test }, checks: pytest });
    expect(project.stop.reason).toBe("not-healable");
    expect(project.stop.sentence).toBe(
      "`python -m pytest -q` fails for a reason no patch of the code can mend (infrastructure): 127.0.0.1:5432 is not reachable: the checks need this service.",
    );
    expect(lastOf(project.lines, "stopped")?.class).toBe("infrastructure");
    expect(candidates(project)).toBe(0);
  });

  it("a typo in an import that breaks collection is healed", async () => {
    const shop = "from prices import roundd_price\n\n\ndef total(items):\n    return round_price(sum(items))\n";
    const prices = "def round_price(value):\n    return round(value, 2)\n\n\ndef as_text(value):\n    return f'{value:.2f}'\n";
    const test =
      "from shop import total\n\n\ndef test_total_of_two():\n    assert total([1.005, 2.0]) == 3.0\n\n\ndef test_total_of_none():\n    assert total([]) == 0\n";
    const project = await healed({ project: { "shop.py": shop, "prices.py": prices, "test_shop.py": test }, checks: pytest });
    expect(project.stop.reason).toBe("fixed");
    const after = lastOf(project.lines, "accepted")?.patch.changes[0];
    expect(after?.kind === "modify" ? after.after : "").toContain("from prices import round_price");
  });

  it("two tests that demand opposite results are named and nothing is tried", async () => {
    const test = "from slug import slug\n\n\ndef test_lower():\n    assert slug('A B') == 'a-b'\n\n\ndef test_keeps_case():\n    assert slug('A B') == 'A-B'\n";
    const project = await healed({
      project: { "slug.py": "def slug(text):\n    return text.lower().replace(' ', '-')\n", "test_slug.py": test },
      checks: pytest,
    });
    expect(project.stop.reason).toBe("tests-conflict");
    expect(project.stop.sentence).toBe(
      'Two tests contradict each other about `slug(\'A B\')`: test_lower (test_slug.py:5) expects "a-b", test_keeps_case (test_slug.py:9) expects "A-B". No code can satisfy both.',
    );
    expect(candidates(project)).toBe(0);
  });

  it("a check that does not exist is a wrong set-up, not a failure of the code", async () => {
    const project = await healed({ project: { "a.py": "x = 1\n" }, checks: ["no-such-command --now"] });
    expect(project.stop).toEqual({
      reason: "invalid-setup",
      sentence:
        "The check `no-such-command --now` could not be run: a command in it was not found (exit status 127). Correct the check, or install what it needs in an earlier step.",
    });
  });
});
