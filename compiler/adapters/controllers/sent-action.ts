import type { Call, Value } from '@tool/scanner-sdk';
import { argumentOf, type Exchange, type ParameterRule } from './arguments.js';
import { catchingErrors, handOn } from './respond.js';

export interface SentAction {
  readonly method: Value;
  readonly instance: Value;
  readonly parameters: ReadonlyMap<number, ParameterRule>;
  /** The three arguments of Express come behind those that decorators ask for. */
  readonly passesExchange: boolean;
  /** What is done while it runs. */
  readonly around?: (response: Value, run: () => Value) => Value;
  /** What becomes of what the method gives. */
  readonly send: (call: Call, exchange: Exchange, result: Value) => void;
}

/** A method that runs as a handler: arguments by decorators, what it gives is sent, what it throws is handed on. */
export function sentAction(call: Call, action: SentAction): Value {
  const { method, instance, parameters } = action;
  return (
    call.inPlaceOf?.(method, (at) => {
      const [request, response, next] = at.args;
      if (!request || !response || !next) return;
      const exchange: Exchange = { request, response, next };
      catchingErrors(
        at,
        () => {
          const declared = at.declaredParameters?.(method) ?? [];
          const args: Value[] = [];
          for (let index = 0; parameters.size > 0 && index <= Math.max(...parameters.keys()); index++) {
            const rule = parameters.get(index);
            args.push(rule ? argumentOf(at, exchange, rule, declared[index], { validates: false, refuse: null }) : at.const(undefined));
          }
          const run = (): Value =>
            at.awaited(at.invoke(method, action.passesExchange ? [...args, request, response, next] : args, instance));
          action.send(at, exchange, action.around ? action.around(response, run) : run());
        },
        (error) => handOn(at, exchange, error),
      );
    }) ?? method
  );
}
