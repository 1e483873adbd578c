import { afterEach, expect, it } from "vitest";
import { eventsOf, lastOf } from "../../../src/render/journal-view.js";
import { RoleModel } from "../../support/answering-model.js";
import { type HealedProject, healProject } from "../../support/heal-project.js";
import { smallModel } from "../../support/model-road.js";
import { suiteRequires } from "../../support/requirements.js";
import { answer } from "../../support/task-run.js";

const opened: HealedProject[] = [];

afterEach(() => {
  for (const one of opened.splice(0)) one.dispose();
});

const project = {
  "shop/__init__.py": "",
  "shop/cart.py": "def total(prices):\n    return sum(prices)\n\n\ndef count(prices):\n    return len(prices)\n",
  "tests/test_cart.py": "from shop.cart import total\n\n\ndef test_total():\n    assert total([1, 2]) == 3\n",
};
const head = "from shop.cart import discount, total\n\n\n";
const discounts = [10, 20, 50].map((share) => `def test_${share}_percent():\n    assert discount(100, ${share}) == ${100 - share}\n`).join("\n\n");
const other = "\n\ndef test_total_of_none():\n    assert total([]) == 0\n";

async function built(tests: string) {
  const code = "```python\ndef discount(price, percent):\n    return price - price * percent // 100\n```";
  const model = new RoleModel({ tester: answer("tests/test_discount.py", head + tests, "shop/cart.py"), coder: code, reviewer: "[]" });
  const healed = await healProject({
    project,
    checks: ["python -m pytest -q"],
    plan: {
      coder: "model",
      model: { ...smallModel, tester: "on" },
      task: { text: "Add `discount(price, percent)` to shop/cart.py.", approval: "auto", command: "heal run" },
    },
    ports: { models: () => ({ coder: model, repair: model }) },
  });
  opened.push(healed);
  return healed;
}

suiteRequires("bubblewrap", "pytest")("what is said of a function that a task adds to a file that stands", () => {
  it("counts the cases and assertions that speak of it, though their file could not be loaded before", async () => {
    const healed = await built(discounts + other);
    expect(healed.stop.reason, healed.stop.sentence).toBe("fixed");
    const sure = lastOf(healed.lines, "accepted")?.proof.confidence;
    expect(sure?.because).toEqual(expect.arrayContaining(["3 cases execute the changed lines.", "3 assertions speak about the changed code."]));
  });

  it("tells truly why no adversarial case was written", async () => {
    const healed = await built(discounts);
    expect(eventsOf(healed.lines, "reviewed").flatMap(({ notChecked }) => notChecked)).toContain(
      "No adversarial cases were written: tests/test_discount.py could not be loaded without the patch, so there is no answer of the code before that a call could be compared with.",
    );
  });
});
