import type { BodyFacts } from '@tool/ir';
import { surroundingThis, ts, type Closure, type Evaluator, type Obj, type StandIn } from '../evaluator/index.js';
import { unbound } from './body-callees.js';
import { Found } from './body-found.js';
import { BodyWalk } from './body-walk.js';

/**
 * What a function body does with its parameters, without running it: headers, cookies and query parameters read, packages called, statuses
 * answered, properties set on a parameter, and whether it can pass control on. Functions it calls are followed through their values; into modules that
 * have not run only near the top.
 *
 * @param hasRun whether the program has run a module (by its file)
 */
export function bodyFacts(evaluator: Evaluator, fn: Obj, hasRun: (file: string) => boolean): BodyFacts | undefined {
  const { target, self = null } = unbound(fn);
  if (target.fn?.kind === 'native' && target.fn.standsFor) return factsOfStandIn(evaluator, target.fn.standsFor, hasRun);
  if (target.fn?.kind !== 'closure') return undefined;
  const found = new Found();
  new BodyWalk({ evaluator, hasRun }, { closure: target.fn, self: surroundingThis(target) ?? self, depth: 0 }, found).run();
  const declared = declaredParameters(target.fn);
  return {
    headers: [...found.headers],
    cookies: [...found.cookies],
    query: [...found.query],
    calls: [...found.calls],
    statuses: [...found.statuses],
    sets: [...found.sets],
    reads: [...found.reads],
    continues: continues(found, declared),
    parameters: declared.length,
  };
}

/** Without `this`, which is a parameter to TypeScript only. */
const declaredParameters = ({ node }: Closure): readonly ts.ParameterDeclaration[] =>
  node.parameters.filter((parameter) => !(ts.isIdentifier(parameter.name) && parameter.name.text === 'this'));

function continues(found: Found, declared: readonly ts.ParameterDeclaration[]): BodyFacts['continues'] {
  const can = found.callsContinuation || found.handsOverContinuation || declared.some((parameter) => parameter.dotDotDotToken);
  if (!can) return 'never';
  return found.answers || found.statuses.size > 0 ? 'maybe' : 'always';
}

/** The framework goes on or refuses by itself: whether the function it runs takes a continuation says nothing. */
function factsOfStandIn(evaluator: Evaluator, { of, statuses }: StandIn, hasRun: (file: string) => boolean): BodyFacts | undefined {
  const facts = bodyFacts(evaluator, of, hasRun);
  return (
    facts && {
      ...facts,
      statuses: [...new Set([...facts.statuses, ...statuses])],
      continues: facts.continues === 'always' && statuses.length === 0 ? 'always' : 'maybe',
      parameters: Math.min(facts.parameters, 3),
    }
  );
}
