import type { ModelMessage } from "../../../../domain/model-call.js";
import type { Ask } from "../strategy.js";
import { fenceRule } from "../text/fence.js";
import { largeSections } from "./large-prompt.js";
import type { Scene } from "./scene.js";
import { fitted } from "./section.js";
import { smallSections } from "./small-prompt.js";

export interface ComposedPrompt {
  readonly messages: readonly ModelMessage[];
  readonly files: readonly string[];
}

/** The messages of one call, within so many tokens. */
export function composePrompt(scene: Scene, ask: Ask, tokens: number): ComposedPrompt {
  const system = `You are a careful programmer. ${fenceRule(scene.token)}`;
  const sections = scene.profile === "small" ? smallSections(scene, ask) : largeSections(scene, ask);
  const { text, files } = fitted(sections, Math.max(1, tokens - 80));
  return {
    messages: [
      { role: "system", content: system },
      { role: "user", content: text },
    ],
    files,
  };
}
