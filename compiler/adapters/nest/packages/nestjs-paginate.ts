import type { Shape, ShapeProperty } from '@tool/ir';
import { openModule, type Call, type ModuleModel, type Transfer, type Value } from '@tool/scanner-sdk';
import { custom } from '../parameters.js';

/** `nestjs-paginate`: what `@Paginate()` reads of the query, and the page that `paginate(query, repository, config)` gives. */
const MODULE = 'nestjs-paginate';

const TEXT: Shape = { kind: 'string' };
const WHOLE: Shape = { kind: 'integer' };
const TEXTS: Shape = { kind: 'array', items: TEXT };
const members = (shape: Shape, required: boolean, ...names: readonly string[]): readonly ShapeProperty[] =>
  names.map((name) => ({ name, shape, ...(required && { required }) }));

const META: Shape = {
  kind: 'object',
  properties: [
    ...members(WHOLE, true, 'itemsPerPage', 'totalItems', 'currentPage', 'totalPages'),
    ...members({ kind: 'array', items: TEXTS }, true, 'sortBy'),
    ...members(TEXT, false, 'search'),
    ...members(TEXTS, false, 'searchBy', 'select'),
    ...members({ kind: 'object', open: true }, false, 'filter'),
  ],
};
const LINKS: Shape = {
  kind: 'object',
  properties: [...members(TEXT, true, 'current'), ...members(TEXT, false, 'first', 'previous', 'next', 'last')],
};

/** The query of the request that a page is asked for with. */
const queries = new WeakMap<Value, Value>();

const asked: Transfer = (call) => {
  const context = call.args[1] ?? call.const(undefined);
  const of = (value: Value, method: string): Value => call.invoke(call.get(value, method), [], value);
  const query = call.get(of(of(context, 'switchToHttp'), 'getRequest'), 'query');
  const member = (name: string, shape?: Shape): readonly [string, Value] => {
    const value = call.get(query, name);
    return [name, shape ? (call.refine?.(value, shape, 'code') ?? value) : value];
  };
  const page = call.record(
    Object.fromEntries([
      ...['page', 'limit'].map((name) => member(name, WHOLE)),
      member('search', TEXT),
      ['path', call.typed?.(TEXT, 'the path of a page') ?? call.unknown('the path of a page')],
      ...['sortBy', 'searchBy', 'select', 'filter'].map((name) => [name, call.unknown(`${name} of a page`)] as const),
    ]),
  );
  queries.set(page, query);
  return page;
};

/** What the configuration of a page lets requests ask for: orders, columns, and conditions for columns (`filter.name`). */
function readAllowed(call: Call, query: Value, config: Value): void {
  const has = (name: string): boolean => (call.elements(call.get(config, name)) ?? []).length > 0;
  const filters = call.get(config, 'filterableColumns');
  const names = [
    ...(has('sortableColumns') ? ['sortBy'] : []),
    ...(has('searchableColumns') ? ['searchBy'] : []),
    ...(has('select') ? ['select'] : []),
    ...((filters.kind === 'object' && call.knownEntries?.(filters)) || []).map(([name]) => `filter.${name}`),
  ];
  for (const name of names) call.refine?.(call.get(query, name), TEXT, 'code');
}

const paginate: Transfer = (call) => {
  const [asking, source, config] = call.args;
  const unknown = call.unknown('a page', { module: MODULE, path: 'paginate()' });
  if (!source || source.kind === 'unknown') return unknown;
  const query = asking && queries.get(asking);
  if (query && config?.kind === 'object') readAllowed(call, query, config);
  const getMany = call.get(source, 'getMany');
  const relations = config?.kind === 'object' ? call.get(config, 'relations') : call.const(undefined);
  const found = call.isFunction(getMany)
    ? call.invoke(getMany, [], source)
    : call.invoke(call.get(source, 'find'), [call.record(call.isUndefined(relations) ? {} : { relations })], source);
  const typed = (shape: Shape, why: string): Value => call.typed?.(shape, why) ?? call.unknown(why);
  const page = call.record({ data: call.awaited(found), meta: typed(META, 'a page'), links: typed(LINKS, 'links to pages') });
  return call.promise?.(page) ?? page;
};

export const paginateModule: ModuleModel = (realm) =>
  openModule(realm, MODULE, {
    paginate: realm.fn('paginate', paginate),
    Paginate: realm.fn('Paginate', (given) =>
      given.invoke(given.invoke(realm.fn('param', custom), [given.fn('Paginate', asked)]), given.args),
    ),
  });
