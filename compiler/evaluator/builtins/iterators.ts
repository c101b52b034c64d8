import type { Evaluator } from '../evaluator.js';
import type { IteratorState } from '../values/iterate.js';
import { UNDEFINED, bool, constant, prop, unknown, type Obj } from '../values/values.js';
import type { Define } from './making.js';

/** What goes through generators, lists and texts. */
export function installIterators(evaluator: Evaluator, define: Define): void {
  const { generatorPrototype, arrayPrototype, stringPrototype } = evaluator.builtins;
  define(generatorPrototype, 'next', (ev, self, args) => {
    const state = self.kind === 'object' ? ((self as Obj).internal as IteratorState | null) : null;
    if (!state) return unknown('a step of an iterator');
    const { value, done } = state.next(args[0] ?? UNDEFINED);
    return ev.record([
      ['value', value],
      ['done', done && (self as Obj).open ? unknown('the end of an iterator') : bool(done)],
    ]);
  });
  define(generatorPrototype, 'return', (ev, _self, args) =>
    ev.record([
      ['value', args[0] ?? UNDEFINED],
      ['done', bool(true)],
    ]),
  );
  generatorPrototype.props!.set(
    Symbol.iterator,
    prop(
      evaluator.native('iterator', (_ev, self) => self),
      false,
    ),
  );
  arrayPrototype.props!.set(
    Symbol.iterator,
    prop(
      evaluator.native('values', (ev, self, _args, site) => {
        const list = self.kind === 'object' ? (self as Obj) : null;
        return ev.iterator(list?.elements ?? [], list?.open ?? true, site);
      }),
      false,
    ),
  );
  stringPrototype.props!.set(
    Symbol.iterator,
    prop(
      evaluator.native('iterator', (ev, self) => {
        const text = ev.constantOf(self);
        return typeof text === 'string'
          ? ev.iterator(
              [...text].map((character) => constant(character)),
              false,
            )
          : unknown('characters');
      }),
      false,
    ),
  );
}
