import type { FileView } from "../../domain/file-view.js";
import type { OwnSecrets } from "../../domain/own-secrets.js";
import type { Patch } from "../../domain/patch.js";
import type { ReviewFinding } from "../../domain/review.js";
import type { SyntaxTrees } from "../../ports/syntax-trees.js";
import { changedFile } from "./changed-file.js";
import { ownSecretFindings } from "./own-secrets.js";
import type { ReviewRule } from "./rule.js";
import { dangerousCall, networkAdded, processStarted } from "./rules/calls.js";
import { installScript, newDependency } from "./rules/dependencies.js";
import { errorSwallowed } from "./rules/errors.js";
import { secretAdded, secretSuspected } from "./rules/secrets.js";
import { complexityGrowth, deadHunk, quadraticLoop } from "./rules/shape.js";
import { binaryAdded, checkDisabled, credentialsRead, encodedPayload, hiddenCharacters, oversizedAddition } from "./rules/text.js";
import { guardRemoved, verificationDisabled, weakCrypto } from "./rules/trust.js";

/** What is looked for in every patch, security before efficiency. The tamper rules refuse patches on their own and stand elsewhere. */
export const reviewRules: readonly ReviewRule[] = [
  secretAdded,
  secretSuspected,
  credentialsRead,
  dangerousCall,
  processStarted,
  networkAdded,
  verificationDisabled,
  guardRemoved,
  weakCrypto,
  checkDisabled,
  errorSwallowed,
  newDependency,
  installScript,
  encodedPayload,
  hiddenCharacters,
  binaryAdded,
  oversizedAddition,
  complexityGrowth,
  quadraticLoop,
  deadHunk,
];

export interface RuleReview {
  readonly patch: Patch;
  /** The base tree. */
  readonly files: FileView;
  readonly trees: SyntaxTrees;
  readonly ownSecrets?: OwnSecrets | undefined;
}

/** Hits of one rule in one file that are listed; more of the same tell nothing new. */
const mostHits = 3;

/** What the rules say of a patch, in the order of the table. Nothing is run. */
export async function ruleFindings({ patch, files, trees, ownSecrets }: RuleReview): Promise<ReviewFinding[]> {
  const languages = new Set(patch.changes.map(({ path }) => trees.languageOf(path)).filter((language) => language !== undefined));
  await Promise.all([...languages].map((language) => trees.load(language)));
  const changed = patch.changes.map((change) => changedFile(change, files, trees));
  const byTable = reviewRules.flatMap((rule) =>
    changed.flatMap((file) =>
      rule
        .find(file)
        .slice(0, mostHits)
        .map(({ line, claim }) => ({ source: rule.id, severity: rule.severity, file: file.path, line, claim, evidence: null })),
    ),
  );
  if (ownSecrets === undefined || byTable.some(({ source }) => source === secretAdded.id)) return byTable;
  return [...ownSecretFindings(patch, changed, ownSecrets), ...byTable];
}
