export { Alike, areExchangeable } from './values/alike.js';
export { Evaluator } from './evaluator.js';
export { callGivenAway, type GivenAway } from './jobs/background.js';
export { GROWN, gistOf, keptIn, outlineOf, putKept, type Kept, type Place, type Written } from './requests/kept-state.js';
export { forgetCuts, noUses, observing, observingApart, type Allowance, type Uses } from './requests/observing.js';
export { HostRealm, type RealmHost } from './packages/realm.js';
export type { EvaluatorHost, Resolution } from './host.js';
export { evaluatorDiagnostics } from './diagnostics.js';
export { holdsBody } from './requests/handed-bodies.js';
export { nameOfTrace } from './requests/missing.js';
export { commonGuard, Guard, surroundingThis, type BranchInfo, type PlainArm } from './context.js';
export type { TestedLike } from './requests/tested.js';
export {
  Frame,
  Obj,
  Site,
  ABSENT,
  TRUE,
  UNDEFINED,
  constant,
  lacking,
  nothing,
  plain,
  unknown,
  type Closure,
  type ModuleRecord,
  type Reads,
  type StandIn,
} from './values/values.js';
export { lengthOfFunction, parametersOf } from './language/parameters.js';
export { isUnsetText, variableOf, whyUnset } from './language/operators.js';
export { exportNames, exportOf } from './modules/module-exports.js';
export { loadFile, moduleOf, runModule, packageValue, readBinding } from './modules/modules.js';
export { mayRegister } from './packages/relevance.js';
export { startedWith } from './builtins/node.js';
export { settlePending } from './builtins/promise.js';
export { literalJson } from './packages/literal-json.js';
export { forgetSyntax, summarizeSyntax, shortText, skipOuter, ts } from './language/syntax.js';
export * as paths from './values/paths.js';
export { kindOfThrown, type Maker, type Unfollowed } from './bounds/rest-of-call.js';
export { isInside, isUnknownError, traced, typedValue, traceOf, type HandedOver, type Observer } from './requests/observation.js';
export { isCookieHeader } from './requests/pairs.js';
export type { Escaped } from './conditions/escaped.js';
export { recall, statementsOf, type DeclaredAs, type Statements } from './language/declared-types.js';
export { all, any, askedSince, isTest, not, possible, someOf } from './requests/request-tests.js';
export type { Wanted } from './requests/wanted.js';
export { isFound, shapeOf } from './values/shape-of.js';
export { ThrowSignal } from './signals.js';
export { Alternatives, alternativesOf, oneOf } from './values/values.js';
export { among, sameValue } from './values/distinct.js';
export { whereOther } from './values/joined-together.js';
export { Scope, type Binding } from './values/scope.js';
export { HOPELESS_CUTS } from './bounds/cut-calls.js';
export { delegatesOf, delegatesTheSame } from './packages/delegates.js';
