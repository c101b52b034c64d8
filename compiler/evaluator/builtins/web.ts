import type { Trace, Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import { isThere } from '../requests/pairs.js';
import { holderOfKey } from '../requests/request-keys.js';
import { STRING, shaped, traceOf, traced } from '../requests/observation.js';
import {
  Obj,
  UNDEFINED,
  bool,
  constant,
  isLacking,
  isNullish,
  lacking,
  prop,
  unknown,
  type Native,
  type Prop,
  type Site,
} from '../values/values.js';
import type { Define } from './making.js';

/** The name under which headers keep the ones that they were made of and that nobody can list: those of a request. */
const OTHERS = Symbol('headers that nobody can list');

const areHeaders = (trace: Trace | null | undefined): boolean => trace?.part === 'header' && trace.path.length === 0;

/** The `Headers` of the web: members by their names in lower case, and the headers of a request that were put in. */
function installHeaders(evaluator: Evaluator, define: Define): { readonly constructor: Obj; readonly make: Native } {
  const prototype = new Obj('Object', evaluator.builtins.objectPrototype, null);
  const put = (ev: Evaluator, made: Obj, name: Value | undefined, value: Value | undefined, site: Site): void => {
    const key = name && ev.constantOf(name);
    if (typeof key === 'string') ev.define(made, key.toLowerCase(), value ?? UNDEFINED);
    else {
      // `for (const [name, value] of Object.entries(request.headers)) headers.append(name, value)`
      ev.define(
        made,
        OTHERS,
        name && areHeaders(holderOfKey(name)) ? traced({ part: 'header', path: [] }, site) : unknown('headers', site),
        false,
      );
    }
  };
  const found = (ev: Evaluator, self: Value, name: Value | undefined, site: Site): Value => {
    const key = name && ev.constantOf(name);
    const own = (at: PropertyKey): Prop | undefined => (self.kind === 'object' ? ev.ownProperty(self as Obj, at) : undefined);
    if (typeof key !== 'string') return unknown('a header', site);
    const [known, others] = [own(key.toLowerCase()), own(OTHERS)];
    if (known && !known.conditional) return known.value;
    if (others)
      return areHeaders(traceOf(others.value)) ? ev.get(others.value, key.toLowerCase(), ev.contextOf(site), site.node) : others.value;
    return known ? unknown('a header', site) : UNDEFINED;
  };
  const make: Native = (ev, _self, [init = UNDEFINED], site) => {
    const made = new Obj('Object', prototype, site);
    if (areHeaders(traceOf(init))) ev.define(made, OTHERS, init, false);
    else if (init.kind === 'object' && !(init as Obj).host) {
      const { elements, props } = init as Obj;
      const others = ev.ownProperty(init as Obj, OTHERS);
      if (others) ev.define(made, OTHERS, others.value, false);
      for (const pair of elements ?? []) {
        const [name, value] = [0, 1].map((at) => ev.get(pair, String(at), ev.contextOf(site), site.node));
        put(ev, made, name, value, site);
      }
      for (const [name, each] of props ?? [])
        if (!elements && name !== OTHERS) put(ev, made, typeof name === 'string' ? constant(name) : undefined, each.value, site);
    } else if (!isNullish(init)) return init.kind === 'object' ? init : unknown('headers', site);
    return made;
  };
  const constructor = evaluator.native('Headers', make);
  (constructor.props ??= new Map()).set('prototype', prop(prototype, false));
  (prototype.props ??= new Map()).set('constructor', prop(constructor, false));
  define(prototype, 'get', (ev, self, args, site) => {
    const value = found(ev, self, args[0], site);
    if (value.kind !== 'const' || value.value !== undefined) return value;
    return isLacking(value) ? lacking({ ...value, value: null }) : constant(null);
  });
  define(prototype, 'has', (ev, self, args, site) => {
    const value = found(ev, self, args[0], site);
    return value.kind === 'const' ? bool(value.value !== undefined) : isThere(value, site);
  });
  for (const name of ['set', 'append'])
    define(prototype, name, (ev, self, args, site) => {
      if (self.kind === 'object') put(ev, self as Obj, args[0], args[1], site);
      return UNDEFINED;
    });
  define(prototype, 'delete', (ev, self, args, site) => {
    if (self.kind === 'object') put(ev, self as Obj, args[0], UNDEFINED, site);
    return UNDEFINED;
  });
  for (const name of ['entries', 'forEach', 'getSetCookie', 'keys', 'values'])
    define(prototype, name, (_ev, _self, _args, site) => unknown('headers', site));
  return { constructor, make };
}

/**
 * The `Response` of the web: what a program makes of a body, a status and headers, and can hand to whoever answers. Its `body` is here what the
 * program put in, not the stream that Node makes of it.
 */
function installResponse(evaluator: Evaluator, define: Define, headersOf: Native): Obj {
  const prototype = new Obj('Object', evaluator.builtins.objectPrototype, null);
  const make = (ev: Evaluator, body: Value, status: Value, headers: Value, site: Site): Obj => {
    const made = new Obj('Object', prototype, site);
    const own = headersOf(ev, UNDEFINED, [headers], site, UNDEFINED);
    for (const [name, value] of Object.entries({ body, status, headers: own })) ev.define(made, name, value);
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

/** What the web gives programs that answer requests: `Headers` and `Response`. */
export function webGlobals(evaluator: Evaluator, define: Define): Readonly<Record<'Headers' | 'Response', Obj>> {
  const { constructor, make } = installHeaders(evaluator, define);
  return { Headers: constructor, Response: installResponse(evaluator, define, make) };
}
