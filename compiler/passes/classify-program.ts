import type { Middleware, Program } from '@tool/ir';
import { classifyMiddleware } from './classify-middleware.js';
import { carriers, loginNames, loginNeed, onlyCloses, withRefusals } from './guards.js';

/**
 * The middlewares of a program, each with what it is for. What refuses those of whom no guard has left anything is a guard, too, and so is what hands
 * on an error that is answered with 401.
 */
export function classified(program: Program): readonly Middleware[] {
  const refusing = withRefusals(program);
  const names = loginNames(refusing, carriers(refusing, program));
  return program.middlewares.map((middleware, index) => {
    if (middleware.type) return middleware;
    const type = classifyMiddleware(middleware);
    const guards =
      type === 'other' && (loginNeed(refusing[index]!, names) === 'demanded' || classifyMiddleware(refusing[index]!) === 'auth');
    // It looks who asks, to count how often.
    const counts =
      type === 'auth' && onlyCloses(refusing[index]!) && refusing[index]!.behaviour!.answers.some(({ status }) => status === 429);
    return { ...middleware, type: guards ? 'auth' : counts ? 'rate-limit' : type };
  });
}
