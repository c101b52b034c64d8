import type { Value } from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import { STRING, shaped, traceOf, traced } from '../requests/observation.js';
import { searchParams, withQuery } from '../requests/pairs.js';
import { askedOfUrl } from '../requests/request-tests.js';
import { ThrowSignal } from '../signals.js';
import { resolveUrl } from '../values/urls.js';
import { UNDEFINED, constant, taintOf, unknown, type Obj } from '../values/values.js';
import { makeError } from './errors.js';
import { link, safely, type Define } from './making.js';

/** An address of which nobody knows the host or the port (`http://${name}:${port}/api`) and all that stands behind these; a path may begin in what ends it. */
const OF_UNKNOWN_HOST = /^[a-z][\w+.-]*:\/\/(?:[^/?#\0]|\0(?=:)|(?<=:)\0)+(?:[/?#][^\0]*)?$/i;

/** `URL`, its search parameters, and what writes texts into addresses. */
export function addressGlobals(evaluator: Evaluator, urlPrototype: Obj, define: Define): Record<string, Value> {
  const url = evaluator.native('URL', (ev, _self, args, site) => {
    const base =
      args[1]?.kind === 'object' && (args[1] as Obj).cls === 'URL'
        ? ((args[1] as Obj).internal as { href: string }).href
        : args[1]
          ? ev.constantOf(args[1])
          : undefined;
    const text = args[0] ? ev.constantOf(args[0]) : undefined;
    if (typeof text !== 'string' || (args[1] && typeof base !== 'string')) {
      const address =
        args[0]?.kind === 'template' && !args[1] ? args[0].parts.map((part) => (typeof part === 'string' ? part : '\0')).join('') : '';
      if (OF_UNKNOWN_HOST.test(address)) {
        const known = ev.builtins.url(address, site) as Obj;
        for (const key of ['href', 'host', 'hostname', 'port', 'origin']) known.props!.delete(key);
        return Object.assign(known, { cls: 'Object', internal: null, open: true });
      }
      const made = args.find((arg) => arg.kind === 'unknown');
      const url = askedOfUrl(unknown(made?.kind === 'unknown' ? `a URL made of ${made.why}` : 'a URL', site), args[0]);
      return withQuery(ev, url, args[0], false, site);
    }
    const href = typeof base === 'string' && !/^[a-z]+:/i.test(text) ? resolveUrl(base, text) : text;
    const made = href === null ? null : ev.builtins.url(href, site);
    if (made?.kind === 'object' || args.some((arg) => taintOf(arg) !== null)) return made ?? unknown('a URL', site);
    throw new ThrowSignal(makeError(ev, 'Invalid URL', site), site);
  });
  for (const name of ['toString', 'toJSON'])
    define(urlPrototype, name, (_ev, self) =>
      self.kind === 'object' && (self as Obj).cls === 'URL'
        ? constant(((self as Obj).internal as { href: string }).href)
        : shaped(STRING, 'a URL'),
    );
  link(url, urlPrototype);
  const globals: Record<string, Value> = { URL: url, URLSearchParams: evaluator.native('URLSearchParams', searchParams) };
  for (const name of ['encodeURIComponent', 'decodeURIComponent', 'encodeURI', 'decodeURI', 'escape', 'unescape'] as const)
    globals[name] = evaluator.native(name, (ev, _self, [given = UNDEFINED], site) => {
      const text = ev.constantOf(given);
      const trace = traceOf(given);
      return typeof text === 'string'
        ? safely(
            () =>
              constant(
                { encodeURIComponent, decodeURIComponent, encodeURI, decodeURI, escape: encodeURI, unescape: decodeURI }[name](text),
              ),
            () => unknown('text'),
          )
        : trace
          ? traced({ ...trace, derived: true, but: undefined }, site, STRING)
          : shaped(STRING, 'text', site);
    });
  return globals;
}
