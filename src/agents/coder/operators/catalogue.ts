import type { Operator } from "./operator.js";
import { argumentChange, siblingCall, unwrapCall } from "./rows/calls.js";
import { dropClause, negateCondition } from "./rows/conditions.js";
import { booleanFlip, numberPool, numberStep } from "./rows/literals.js";
import { arithmeticSwap, comparisonSwap, compoundAssignment, logicalSwap, operandOnly, operandSwap } from "./rows/operators.js";
import { expressionStep, indexBound, loopBound } from "./rows/steps.js";

/** All rows, in the order of the table they come from. */
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
  unwrapCall,
  dropClause,
  numberPool,
];
