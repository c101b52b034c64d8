export { Alike } from './alike.js';
export { Evaluator } from './evaluator.js';
export { callGivenAway, type GivenAway } from './background.js';
export { GROWN, gistOf, keptIn, outlineOf, putKept, type Kept, type Place, type Written } from './kept-state.js';
export { noUses, observing, type Uses } from './observing.js';
export { HostRealm, type RealmHost } from './realm.js';
export type { EvaluatorHost, Resolution } from './host.js';
export { evaluatorDiagnostics } from './diagnostics.js';
export { Guard, surroundingThis, type BranchInfo } from './context.js';
export {
  Frame,
  Obj,
  Site,
  ABSENT,
  UNDEFINED,
  constant,
  plain,
  unknown,
  type Closure,
  type ModuleRecord,
  type Reads,
  type StandIn,
} from './values.js';
export { isUnsetText, variableOf, whyUnset } from './operators.js';
export { exportNames, exportOf } from './module-exports.js';
export { loadFile, moduleOf, runModule, packageValue, readBinding } from './modules.js';
export { mayRegister } from './relevance.js';
export { startedWith } from './builtins/node.js';
export { settlePending } from './builtins/promise.js';
export { literalJson } from './realm.js';
export { forgetSyntax, summarizeSyntax, shortText, skipOuter, ts } from './syntax.js';
export * as paths from './paths.js';
export { isInside, traced, typedValue, traceOf, type Observer, type Escaped } from './observation.js';
export { recall, statementsOf, type DeclaredAs, type Statements } from './declared-types.js';
export { all, any, askedSince, possible } from './request-tests.js';
export type { Wanted } from './wanted.js';
export { shapeOf } from './shape-of.js';
export { ThrowSignal } from './signals.js';
export { Alternatives, oneOf } from './values.js';
export { sameValue } from './distinct.js';
export { Scope, type Binding } from './scope.js';
export { delegatesOf, delegatesTheSame } from './delegates.js';
