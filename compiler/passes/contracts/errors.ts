import {
  printSegments,
  type Answer,
  type Behaviour,
  type ChainEntry,
  type Endpoint,
  type Failure,
  type Item,
  type PathSyntax,
  type Segment,
} from '@tool/ir';
import { prefixTest } from '../use-index.js';
import { mayHappen, placesOf } from './exempt.js';
import type { Tables } from './facts.js';

/**
 * The error handlers behind an endpoint's registration, innermost router first, in their order. For errors of a function in front of it (`entry`) those
 * behind where that one is registered, some of which may stand in front of the endpoint as well; Fastify asks those of the route in any case.
 */
export function errorHandlersOf(endpoint: Endpoint, tables: Tables, entry: ChainEntry | null = null): readonly ChainEntry[] {
  const handlers: ChainEntry[] = [];
  if (tables.errorUses.size === 0) return handlers;
  const own = entry?.item === undefined ? undefined : placesOf(tables.program).get(entry.item);
  const steps = [...endpoint.trail].reverse();
  const from = own && own.use.path.syntax !== 'find-my-way' ? steps.findIndex(({ router }) => router === own.router) : -1;
  for (const [index, step] of steps.entries()) {
    if (index < from) continue;
    const position = tables.order.get(index === from ? entry!.item! : step.item) ?? 0;
    const below = endpoint.trail.slice(endpoint.trail.length - 1 - index).flatMap(({ segments }) => segments);
    for (const use of tables.errorUses.get(step.router) ?? [])
      if ((use.path.syntax === 'find-my-way' || (tables.order.get(use.id) ?? 0) > position) && coversPath(use, below))
        handlers.push({ middleware: use.middleware, item: use.id });
  }
  return handlers;
}

/** A handler with a path serves what lies below it; where that is not known it is taken to serve everything. */
const coversPath = ({ path }: Extract<Item, { kind: 'use' }>, below: readonly Segment[]): boolean =>
  path.forms?.some((form) => covers(form, below, path.syntax)) ?? true;

function covers(form: readonly Segment[], below: readonly Segment[], syntax: PathSyntax): boolean {
  if (form.length === 1 && form[0]!.kind === 'regexp' && below.every(({ kind }) => kind === 'lit' || kind === 'param'))
    return prefixTest(form, { syntax, caseSensitive: false }, false)(printSegments(below), '');
  for (const [index, segment] of form.entries()) {
    const other = below[index];
    if (segment.kind === 'wild' || segment.kind === 'regexp' || segment.kind === 'hole') return true;
    if (!other) return false;
    if (other.kind === 'wild' || other.kind === 'regexp') return true;
    if (segment.kind === 'lit' && other.kind === 'lit' && segment.text.toLowerCase() !== other.text.toLowerCase()) return false;
  }
  return true;
}

/** Of what a handler answers that which is for everything else: 500, and where it never says that, all of its own failures. */
function forAny(answers: readonly Answer[]): readonly Answer[] {
  const failures = answers.filter(({ status }) => status !== null && status >= 500);
  const plain = failures.filter(({ status }) => status === 500);
  return plain.length > 0 ? plain : failures;
}

/** Whether an error handler in front of the endpoint lets all those go on to it whom a function in front of that handler refuses. */
export function letsRefusedPass({ answers, failures }: Behaviour, entry: ChainEntry, endpoint: Endpoint, tables: Tables): boolean {
  if (failures.length === 0 || tables.errorUses.size === 0) return false;
  const happens = (each: Pick<Answer, 'when'>, at = entry): boolean => mayHappen(each, endpoint, at, tables.program);
  const handlers = errorHandlersOf(endpoint, tables, entry);
  const isLetPass = ({ error }: Failure): boolean => {
    const isUnknown = tables.nodes.errorKind(error)?.name === 'unknown';
    for (const handler of handlers) {
      const handling = tables.nodes.handling(handler.middleware, error);
      if (!handling) return false;
      const ends = [...handling.answers, ...handling.failures].filter((each) => happens(each, handler));
      if (handling.passesOn && (isUnknown || ends.length === 0)) return endpoint.chain.some(({ item }) => item === handler.item);
      if (ends.length === 0 || ends.some((end) => !('error' in end) || end.error !== error)) return false;
    }
    return false;
  };
  return !answers.some((answer) => happens(answer)) && failures.filter((failure) => happens(failure)).every(isLetPass);
}

/** What Fastify itself answers errors with; not every error has a code. */
const FASTIFY_ERROR: Pick<Answer, 'shape' | 'contentType'> = {
  shape: {
    kind: 'object',
    properties: ['statusCode', 'code', 'error', 'message'].map((name) => ({
      name,
      shape: { kind: name === 'statusCode' ? 'number' : 'string' },
      ...(name !== 'code' && { required: true }),
    })),
  },
  contentType: 'application/json',
};

/** What comes of an error: each handler in turn answers it, makes another one of it, or lets it pass. */
export function handled(
  error: Pick<Failure, 'error' | 'message'>,
  handlers: readonly ChainEntry[],
  tables: Tables,
  endpoint: Endpoint,
): readonly Answer[] {
  const answers: Answer[] = [];
  const body = tables.frameworks.get(endpoint.trail.at(-1)!.router) === 'fastify' ? FASTIFY_ERROR : {};
  const visit = ({ error: id, message }: typeof error, from: number, seen: ReadonlySet<string>, doubtful: boolean): void => {
    const kind = tables.nodes.errorKind(id);
    if (!kind) return;
    for (let index = from; index < handlers.length; index++) {
      const key = `${id} ${index}`;
      const handler = handlers[index]!;
      const handling = tables.nodes.handling(handler.middleware, id);
      if (!handling || seen.has(key)) continue;
      // An error of which nothing is known may be any: of the answers to it, and of the errors that are made of it, only those for everything else
      // are certain. So are texts of which handlers look at what is not known.
      const answered = handling.answers.filter((answer) => mayHappen(answer, endpoint, handler, tables.program));
      const uncertain =
        doubtful ||
        (kind.status === undefined &&
          (kind.name === 'unknown' || (kind.name === 'text' && new Set(handling.answers.map(({ status }) => status)).size > 1)));
      answers.push(...(uncertain ? forAny(answered) : answered));
      const failures = handling.failures.filter((failure) => mayHappen(failure, endpoint, handler, tables.program));
      const others = failures.filter((failure) => failure.error !== id);
      for (const failure of others) visit(failure, index + 1, new Set([...seen, key]), uncertain);
      if (!failures.some((failure) => failure.error === id)) return;
    }
    // Nobody answers it: the framework does, with the error's own status, else with 500. Of what may be any error nothing is said.
    const status = kind.status ?? (kind.name === 'unknown' ? undefined : 500);
    if (status !== undefined && !(doubtful && status < 500))
      answers.push({
        status,
        ...(message !== undefined && { description: message }),
        ...(!kind.plain && body),
        source: 'code',
        place: kind.place,
      });
  };
  visit(error, 0, new Set(), false);
  return answers;
}
