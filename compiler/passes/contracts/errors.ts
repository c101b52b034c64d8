import type { Answer, Endpoint, Failure, Item, MiddlewareId } from '@tool/ir';
import { mayHappen } from './exempt.js';
import type { Tables } from './facts.js';

/** The error handlers behind an endpoint's registration, innermost router first, in their order. */
export function errorHandlersOf(endpoint: Endpoint, tables: Tables): readonly MiddlewareId[] {
  const handlers: MiddlewareId[] = [];
  for (const step of [...endpoint.trail].reverse()) {
    const position = tables.order.get(step.item) ?? 0;
    for (const use of tables.errorUses.get(step.router) ?? [])
      if ((use.path.syntax === 'find-my-way' || (tables.order.get(use.id) ?? 0) > position) && coversPath(use, endpoint))
        handlers.push(use.middleware);
  }
  return handlers;
}

/** A handler with a literal path serves what begins with it; where its path is not known it is taken to serve everything. */
function coversPath(use: Extract<Item, { kind: 'use' }>, endpoint: Endpoint): boolean {
  const [part] = use.path.raw;
  return (
    use.path.raw.length !== 1 ||
    part?.kind !== 'text' ||
    part.text === '' ||
    part.text === '/' ||
    endpoint.path.includes(part.text.replace(/\/+$/, ''))
  );
}

/** Of what a handler answers that which is for everything else: 500, and where it never says that, all of its own failures. */
function forAny(answers: readonly Answer[]): readonly Answer[] {
  const failures = answers.filter(({ status }) => status !== null && status >= 500);
  const plain = failures.filter(({ status }) => status === 500);
  return plain.length > 0 ? plain : failures;
}

/** What comes of an error: each handler in turn answers it, makes another one of it, or lets it pass. */
export function handled(
  error: Pick<Failure, 'error' | 'message'>,
  handlers: readonly string[],
  tables: Tables,
  endpoint: Endpoint,
): readonly Answer[] {
  const kinds = new Map((tables.program.errors ?? []).map((kind) => [kind.id, kind]));
  const answers: Answer[] = [];
  const visit = ({ error: id, message }: typeof error, from: number, seen: ReadonlySet<string>, doubtful: boolean): void => {
    const kind = kinds.get(id);
    if (!kind) return;
    for (let index = from; index < handlers.length; index++) {
      const key = `${id} ${index}`;
      const handling = tables.program.errorHandling?.find((entry) => entry.handler === handlers[index] && entry.error === id);
      if (!handling || seen.has(key)) continue;
      // An error of which nothing is known may be any: of the answers to it, and of the errors that are made of it, only those for everything else
      // are certain. So are texts of which handlers look at what is not known.
      const answered = handling.answers.filter((answer) => mayHappen(answer, endpoint, undefined, tables.program));
      const uncertain =
        doubtful ||
        (kind.status === undefined &&
          (kind.name === 'unknown' || (kind.name === 'text' && new Set(handling.answers.map(({ status }) => status)).size > 1)));
      answers.push(...(uncertain ? forAny(answered) : answered));
      const failures = handling.failures.filter((failure) => mayHappen(failure, endpoint, undefined, tables.program));
      const others = failures.filter((failure) => failure.error !== id);
      for (const failure of others) visit(failure, index + 1, new Set([...seen, key]), uncertain);
      if (!failures.some((failure) => failure.error === id)) return;
    }
    // Nobody answers it: the framework does, with the error's own status, else with 500. Of what may be any error nothing is said.
    const status = kind.status ?? (kind.name === 'unknown' ? undefined : 500);
    if (status !== undefined && !(doubtful && status < 500))
      answers.push({ status, ...(message !== undefined && { description: message }), source: 'code', place: kind.place });
  };
  visit(error, 0, new Set(), false);
  return answers;
}
