import {
  arrowReturn,
  comparatorSign,
  containsTest,
  defaultParameter,
  loopKeyword,
  missingAwait,
  nullishDefault,
  parseRadix,
  strictEquality,
  wholeQuotient,
} from "./javascript/idioms.js";
import type { Operator } from "./operator.js";
import { branchKind, jumpSwap, statementDelete, statementInsert, statementMove } from "./rows/blocks.js";
import { argumentChange, siblingCall, unwrapCall } from "./rows/calls.js";
import { addClause } from "./rows/clauses.js";
import { conditionalStatement } from "./rows/conditional.js";
import { dropClause, negateCondition } from "./rows/conditions.js";
import { coupledChange } from "./rows/coupled.js";
import { absoluteDifference, booleanInversion, likenedSides, partOf } from "./rows/couplings.js";
import { regroup } from "./rows/grouping.js";
import { loopGuard, missingGuard, missingReturn } from "./rows/guards.js";
import { booleanFlip, numberPool, numberStep } from "./rows/literals.js";
import { arithmeticSwap, comparisonSwap, compoundAssignment, logicalSwap, operandOnly, operandSwap } from "./rows/operators.js";
import { lostResult } from "./rows/results.js";
import { misspeltName } from "./rows/spelling.js";
import { expressionStep, indexBound, loopBound } from "./rows/steps.js";
import { stringLiteral, textTemplate } from "./rows/strings.js";
import { tolerantDelimiter, tolerantInput, tolerantPattern } from "./rows/tolerant.js";
import { firstValue, itemSwap, operandInsert, returnValue, wrapConversion } from "./rows/values.js";
import { fieldReplace, literalVariable, targetReplace, variableReplace } from "./rows/variables.js";

/** All rows, in the order of the table they come from; rows of one language and later additions stand behind. */
export const catalogue: readonly Operator[] = [
  numberStep,
  comparisonSwap,
  negateCondition,
  logicalSwap,
  loopBound,
  operandOnly,
  arithmeticSwap,
  compoundAssignment,
  operandSwap,
  expressionStep,
  indexBound,
  argumentChange,
  booleanFlip,
  siblingCall,
  stringLiteral,
  unwrapCall,
  dropClause,
  variableReplace,
  fieldReplace,
  targetReplace,
  numberPool,
  addClause,
  statementDelete,
  statementInsert,
  statementMove,
  missingGuard,
  literalVariable,
  returnValue,
  wrapConversion,
  strictEquality,
  nullishDefault,
  missingAwait,
  arrowReturn,
  comparatorSign,
  defaultParameter,
  parseRadix,
  loopKeyword,
  containsTest,
  wholeQuotient,
  tolerantDelimiter,
  tolerantPattern,
  tolerantInput,
  loopGuard,
  misspeltName,
  missingReturn,
  firstValue,
  itemSwap,
  operandInsert,
  jumpSwap,
  branchKind,
  coupledChange,
  textTemplate,
  booleanInversion,
  likenedSides,
  partOf,
  absoluteDifference,
  conditionalStatement,
  regroup,
  lostResult,
];
