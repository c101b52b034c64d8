import type { Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import { STRING, shaped } from '../requests/observation.js';
import { Obj, UNDEFINED, constant, prop, type Site } from '../values/values.js';
import { link, type Define } from './making.js';
import { defineStack } from './stack.js';
import { textOf } from './text.js';

/** An error that the runtime throws. */
export function makeError(evaluator: Evaluator, message: string, site: Site | null): Obj {
  const error = new Obj('Error', evaluator.builtins.errorPrototype, site);
  evaluator.define(error, 'message', constant(message), false);
  return error;
}

/** `Error`, and the classes of errors of the runtime. */
export function errorGlobals(evaluator: Evaluator, define: Define): Record<string, Value> {
  const { errorPrototype } = evaluator.builtins;
  const globals: Record<string, Value> = {};
  const errorConstructor = (name: string, prototype: Obj): Obj => {
    const constructor = evaluator.native(name, (ev, _self, args, site) => {
      const error = new Obj('Error', prototype, site);
      // JSON and spreading leave both out, and of a message that is set later neither.
      if (args[0] && !(args[0].kind === 'const' && args[0].value === undefined))
        ev.define(error, 'message', textOf(ev, args[0], site), false);
      const text = ev.constantOf(args[0] ?? UNDEFINED);
      defineStack(ev, error, text === undefined || text === '' ? name : `${name}: ${String(text)}`, site, globals['Error'] as Obj);
      return error;
    });
    define(constructor, 'captureStackTrace', (ev, _self, args, site) => {
      if (args[0]?.kind === 'object') defineStack(ev, args[0] as Obj, name, site, globals['Error'] as Obj);
      return UNDEFINED;
    });
    link(constructor, prototype);
    prototype.props!.set('name', prop(constant(name), false));
    prototype.props!.set('message', prop(constant(''), false));
    return constructor;
  };
  globals['Error'] = errorConstructor('Error', errorPrototype);
  define(errorPrototype, 'toString', () => shaped(STRING, 'an error as text'));
  for (const name of ['TypeError', 'RangeError', 'SyntaxError', 'ReferenceError', 'EvalError', 'URIError', 'AggregateError']) {
    const prototype = new Obj('Object', errorPrototype, null);
    globals[name] = errorConstructor(name, prototype);
  }
  return globals;
}
