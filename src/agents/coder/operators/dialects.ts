import type { SyntaxLanguage } from "../../../ports/syntax-trees.js";
import type { Dialect } from "./dialect.js";
import { javascript } from "./javascript/dialect.js";
import { python } from "./python/dialect.js";

export function dialectOf(language: SyntaxLanguage): Dialect {
  return language === "python" ? python : javascript;
}
