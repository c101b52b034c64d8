import type { Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import { stringPart } from '../language/operators.js';
import { either } from '../language/statements.js';
import { ts } from '../language/syntax.js';
import { NULL, Obj, UNDEFINED, bool, prop, template, unknown } from '../values/values.js';
import type { Define } from './making.js';
import { settlePromise, then, type PromiseState } from './promise.js';

/** The text that a value is; null where it is none, or one that nobody knows. */
export const textOf = (evaluator: Evaluator, value: Value | undefined): string | null => {
  const text = value && evaluator.constantOf(value);
  return typeof text === 'string' ? text : null;
};

/** Node's `util`. */
export function utilModule(evaluator: Evaluator, define: Define): Value {
  const module = evaluator.object();
  module.open = true;
  module.internal = { provenance: { module: 'node:util', path: 'default', args: null } };
  define(module, 'inherits', (ev, _self, args, site) => {
    const [child, base] = [args[0] ?? UNDEFINED, args[1] ?? UNDEFINED];
    const context = ev.contextOf(site);
    const prototype = ev.get(child, 'prototype', context, site.node);
    if (prototype.kind === 'object') (prototype as Obj).proto = ev.get(base, 'prototype', context, site.node);
    if (child.kind === 'object') ev.define(child as Obj, 'super_', base);
    return UNDEFINED;
  });
  define(module, 'promisify', (ev, _self, args) => {
    const target = args[0] ?? UNDEFINED;
    return ev.native('promisified', (inner, self, values, call) => {
      const promise = inner.promise(UNDEFINED, call);
      promise.internal = { status: 'pending', value: UNDEFINED, reactions: [] } satisfies PromiseState;
      const settle = (value: Value): void => settlePromise(inner, promise, 'fulfilled', value);
      const done = inner.native('callback', (answer, _self, [error = UNDEFINED, value = UNDEFINED], at) => {
        // The set-up goes on as if nothing had failed, and so does whoever waits for a package: that it may fail is known without its callback.
        if (!answer.observer || error.kind === 'unknown') settle(value);
        else
          either(answer, answer.contextOf(at), at.node, error, (failed) =>
            settlePromise(answer, promise, failed ? 'rejected' : 'fulfilled', failed ? error : value),
          );
        return UNDEFINED;
      });
      const returned = inner.call(target, self, [...values, done], inner.contextOf(call), call.node);
      // Nobody may ever call back, as far as the source shows: whoever waits goes on when everything else has run.
      if (target.kind === 'unknown') settle(returned);
      else inner.later(() => settle(unknown('what a callback is given')), 'immediate');
      return promise;
    });
  });
  define(module, 'callbackify', (ev, _self, args) =>
    ev.native('callbackified', (inner, self, values, call) => {
      const callback = values.at(-1) ?? UNDEFINED;
      const tell = (count: number): Value =>
        inner.native('callback', (answer, _self, settled, at) =>
          answer.call(callback, UNDEFINED, [...Array.from({ length: count }, () => NULL), ...settled], answer.contextOf(at), at.node),
        );
      const promise = inner.call(args[0] ?? UNDEFINED, self, values.slice(0, -1), inner.contextOf(call), call.node);
      then(inner, promise, tell(1), tell(0), call);
      return UNDEFINED;
    }),
  );
  define(module, 'deprecate', (_ev, _self, args) => args[0] ?? UNDEFINED);
  define(module, 'format', (ev, _self, args, site) => {
    const form = textOf(ev, args[0]);
    if (form === null) return unknown('a formatted text', site);
    const parts: (string | Value)[] = [];
    let next = 1;
    for (const piece of form.split(/(%[sdifjoO%])/)) {
      if (/^%[sdifjoO]$/.test(piece) && next < args.length) parts.push(stringPart(ev, args[next++]!, ev.contextOf(site), site.node));
      else parts.push(piece === '%%' ? '%' : piece);
    }
    while (next < args.length) parts.push(' ', stringPart(ev, args[next++]!, ev.contextOf(site), site.node));
    return template(parts, site);
  });
  (module.props ??= new Map()).set('types', prop(typesModule(evaluator, define)));
  define(module, 'isArray', (_ev, _self, args) => bool(args[0]?.kind === 'object' && (args[0] as Obj).elements !== null));
  return module;
}

/** Whether a function is written so; null where its code is not seen. */
const isWritten = ({ fn }: Obj, as: (node: ts.FunctionLikeDeclaration) => boolean): boolean | null =>
  fn === null || fn.kind === 'class' || fn.kind === 'bound' ? false : fn.kind === 'closure' ? as(fn.node) : null;

const isAsync = ({ modifiers }: ts.FunctionLikeDeclaration): boolean =>
  modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword) === true;

const ofClass =
  (name: string) =>
  ({ cls, host }: Obj): boolean | null =>
    host ? null : cls === name;

/** What `util/types` tells of an object; null: that is not known. */
const TYPES: Readonly<Record<string, (object: Obj) => boolean | null>> = {
  isAsyncFunction: (object) => isWritten(object, isAsync),
  isGeneratorFunction: (object) => isWritten(object, (node) => 'asteriskToken' in node && node.asteriskToken !== undefined),
  isPromise: ofClass('Promise'),
  isDate: ofClass('Date'),
  isRegExp: ofClass('RegExp'),
  isMap: ofClass('Map'),
  isSet: ofClass('Set'),
};

/** Node's `util/types`. */
export function typesModule(evaluator: Evaluator, define: Define): Value {
  const module = evaluator.object();
  module.open = true;
  module.internal = { provenance: { module: 'node:util/types', path: 'default', args: null } };
  for (const [name, tells] of Object.entries(TYPES))
    define(module, name, (ev, _self, args, site) => {
      const value = args[0] ?? UNDEFINED;
      if (value.kind === 'oneOf') return ev.eachAlternative(ev.contextOf(site), site.node, value, (each) => told(each));
      return told(value);
      function told(each: Value): Value {
        const is = each.kind === 'object' ? tells(each as Obj) : each.kind === 'unknown' ? null : false;
        return is === null ? unknown(`whether ${name} is true`, site) : bool(is);
      }
    });
  return module;
}
