import type { BodyFacts } from '@tool/ir';
import type { Value } from '@tool/scanner-sdk';
import { lengthOfFunction, parametersOf, type ts, type Closure } from '../../evaluator/index.js';
import type { Surroundings } from './body-callees.js';
import { Found } from './body-found.js';
import { BodyWalk } from './body-walk.js';

/**
 * What a function body does with its parameters, without running it: headers, cookies and query parameters read, packages called, statuses
 * answered, properties set on a parameter, and whether it can pass control on. Functions it calls are followed through their values; into modules that
 * have not run only near the top.
 */
export function factsOf(program: Surroundings, closure: Closure, self: Value | null): BodyFacts {
  const found = new Found();
  new BodyWalk(program, { closure, self, depth: 0 }, found).run();
  const declared = parametersOf(closure.node);
  return {
    headers: [...found.headers],
    cookies: [...found.cookies],
    query: [...found.query],
    calls: [...found.calls],
    statuses: [...found.statuses],
    sets: [...found.sets],
    reads: [...found.reads],
    continues: continues(found, declared),
    parameters: lengthOfFunction(closure.node),
  };
}

function continues(found: Found, declared: readonly ts.ParameterDeclaration[]): BodyFacts['continues'] {
  const can = found.callsContinuation || found.handsOverContinuation || declared.some((parameter) => parameter.dotDotDotToken);
  if (!can) return 'never';
  return found.answers || found.statuses.size > 0 ? 'maybe' : 'always';
}
