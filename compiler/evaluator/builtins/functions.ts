import type { Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import { toNumber } from '../language/operators.js';
import { iterate } from '../values/iterate.js';
import { Obj, UNDEFINED, constant, isNullish, prop, unknown } from '../values/values.js';
import type { Define } from './making.js';

/** The text of a function; of TypeScript the program sees what a compiler makes of it. */
function sourceOf(fn: Value): Value {
  const data = fn.kind === 'object' ? (fn as Obj).fn : null;
  if ((data?.kind !== 'closure' && data?.kind !== 'class') || /\.[cm]?tsx?$/.test(data.module.file))
    return unknown('the source of a function');
  return constant(data.node.getText(data.module.source));
}

export function installFunction(evaluator: Evaluator, prototype: Obj, define: Define): Obj {
  define(prototype, 'call', (ev, self, args, site) => ev.call(self, args[0] ?? UNDEFINED, args.slice(1), ev.contextOf(site), site.node));
  define(prototype, 'apply', (ev, self, args, site) => {
    const context = ev.contextOf(site);
    const list = args[1] && !isNullish(args[1]) ? iterate(ev, context, site.node, args[1]) : { elements: [], open: false, why: '' };
    return ev.call(self, args[0] ?? UNDEFINED, list.open ? [...list.elements, unknown(list.why)] : list.elements, context, site.node);
  });
  define(prototype, 'bind', (_ev, self, args, site) => {
    if (self.kind !== 'object' || !(self as Obj).fn) return self;
    const bound = new Obj('Function', prototype, site);
    bound.fn = { kind: 'bound', target: self, self: args[0] ?? UNDEFINED, args: args.slice(1) };
    const name = (self as Obj).props?.get('name')?.value ?? constant('');
    const length = toNumber((self as Obj).props?.get('length')?.value ?? constant(0)) ?? 0;
    bound.props = new Map([
      ['name', prop(name, false)],
      ['length', prop(constant(Math.max(0, length - Math.max(0, args.length - 1))), false)],
    ]);
    return bound;
  });
  define(prototype, 'toString', (_ev, self) => sourceOf(self));
  return evaluator.native('Function', () => unknown('a function made of text'));
}
