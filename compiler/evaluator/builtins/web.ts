import type { Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import { STRING, shaped } from '../requests/observation.js';
import { Obj, UNDEFINED, constant, isNullish, prop, unknown, type Native, type Site } from '../values/values.js';

type Define = (target: Obj, name: string, native: Native, length?: number) => void;

/**
 * The `Response` of the web: what a program makes of a body, a status and headers, and can hand to whoever answers. Its `body` is here what the
 * program put in, not the stream that Node makes of it.
 */
export function installResponse(evaluator: Evaluator, define: Define): Obj {
  const prototype = new Obj('Object', evaluator.builtins.objectPrototype, null);
  const make = (ev: Evaluator, body: Value, status: Value, headers: Value, site: Site): Obj => {
    const made = new Obj('Object', prototype, site);
    for (const [name, value] of Object.entries({ body, status, headers })) ev.define(made, name, value);
    return made;
  };
  const option = (ev: Evaluator, init: Value | undefined, name: string, site: Site): Value =>
    init?.kind === 'object'
      ? ev.get(init, name, ev.contextOf(site), site.node)
      : init && !isNullish(init)
        ? unknown(`the ${name} of a response`, site)
        : UNDEFINED;
  const orElse = (value: Value, other: Value): Value => (isNullish(value) ? other : value);
  const constructor = evaluator.native('Response', (ev, _self, args, site) =>
    make(ev, args[0] ?? UNDEFINED, orElse(option(ev, args[1], 'status', site), constant(200)), option(ev, args[1], 'headers', site), site),
  );
  constructor.props!.set('prototype', prop(prototype, false));
  (prototype.props ??= new Map()).set('constructor', prop(constructor, false));
  const json = (body: Value): Value => ({ ...shaped(STRING, 'JSON text'), json: body });
  define(constructor, 'json', (ev, _self, args, site) =>
    make(
      ev,
      json(args[0] ?? UNDEFINED),
      orElse(option(ev, args[1], 'status', site), constant(200)),
      ev.record([['content-type', constant('application/json')]]),
      site,
    ),
  );
  define(constructor, 'redirect', (ev, _self, args, site) =>
    make(ev, constant(null), orElse(args[1] ?? UNDEFINED, constant(302)), ev.record([['location', args[0] ?? UNDEFINED]]), site),
  );
  define(constructor, 'error', (ev, _self, _args, site) => make(ev, constant(null), constant(0), UNDEFINED, site));
  define(prototype, 'clone', (_ev, self) => self);
  const bodyOf = (ev: Evaluator, self: Value, site: Site): Value => ev.get(self, 'body', ev.contextOf(site), site.node);
  define(prototype, 'text', (ev, self, _args, site) => bodyOf(ev, self, site));
  define(prototype, 'json', (ev, self, _args, site) => {
    const body = bodyOf(ev, self, site);
    return (body.kind === 'unknown' && body.json) || unknown('the body of a response', site);
  });
  for (const name of ['arrayBuffer', 'blob', 'formData', 'bytes']) define(prototype, name, () => unknown('the body of a response'));
  return constructor;
}
