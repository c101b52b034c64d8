import {
  memberShape,
  unionOf,
  withoutKept,
  type Answer,
  type Behaviour,
  type Endpoint,
  type Response,
  type Shape,
  type ShapeProperty,
} from '@tool/ir';
import { bounded } from './bounded.js';
import { partShape } from './request.js';
import { evidence, type Facts, type Tables } from './facts.js';
import { handled } from './errors.js';

/** Standard reason phrases of the statuses that APIs use. */
const REASONS: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  204: 'No content',
  206: 'Partial content',
  301: 'Moved permanently',
  302: 'Redirect',
  303: 'See other',
  304: 'Not modified',
  307: 'Redirect',
  308: 'Redirect',
  400: 'Bad request',
  401: 'Not authenticated',
  402: 'Payment required',
  403: 'Not allowed',
  404: 'Not found',
  405: 'Method not allowed',
  406: 'Not acceptable',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition failed',
  413: 'Too large',
  415: 'Unsupported media type',
  418: 'Teapot',
  422: 'Not valid',
  423: 'Locked',
  425: 'Too early',
  429: 'Too many requests',
  500: 'Server error',
  501: 'Not implemented',
  502: 'Bad gateway',
  503: 'Unavailable',
  504: 'Gateway timeout',
};

/** Bodies that are data. */
const isData = (answer: Answer): boolean =>
  answer.shape !== undefined && (answer.contentType === undefined || /json/.test(answer.contentType));

/** A schema that nobody could read, or a list of it, says less than the code does. */
const tells = (shape: Shape): boolean =>
  shape.kind !== 'any' && (shape.kind !== 'array' || (shape.items !== undefined && tells(shape.items)));

const telling = (answer: Answer): boolean => isData(answer) && tells(answer.shape!);

const isWhole = (shape: Shape): boolean =>
  shape.kind === 'object'
    ? !shape.open && (shape.properties?.length ?? 0) > 0 && shape.properties!.every((property) => isWhole(property.shape))
    : shape.kind === 'array'
      ? shape.items !== undefined && isWhole(shape.items)
      : shape.kind !== 'any' && (shape.alternatives ?? []).every(isWhole);
/** Code of which all that it sends is known: documentation that says something else is out of date, or of what lies behind a reference. */
const surely = (read: readonly Answer[]): boolean => {
  const data = read.filter(isData);
  return data.length > 0 && data.every((answer) => isWhole(answer.shape!));
};

/** Members in which applications put what they send, around all of it. */
const INNER = /^(?:data|result|results|payload|response|items|rows|list|records|content|body)$/i;

/**
 * Documentation of what lies within an answer: code puts something around it that the documentation does not name. What code does not know is then what
 * the documentation says. Null: it speaks of the whole.
 */
function around(code: Shape, documented: Shape): Shape | null {
  if (code.kind === 'array')
    return documented.kind === 'object' ? { ...code, items: code.items ? inside(code.items, documented) : documented } : null;
  if (code.kind !== 'object' || code.open || !code.properties?.length || shares(code, documented)) return null;
  // What came in with the request is not what is documented, nor is a member of any other name of which nothing is known.
  const unknown = code.properties.filter(
    ({ name, shape }) => !shape.from && !isWhole(shape) && (INNER.test(name) || shape.kind === 'array' || shape.kind === 'object'),
  );
  const inner = unknown.find(({ name }) => INNER.test(name)) ?? (unknown.length === 1 ? unknown[0] : undefined);
  return {
    ...code,
    properties: code.properties.map((property) =>
      property === inner ? { ...property, shape: inside(property.shape, documented) } : property,
    ),
  };
}

const shares = (code: Shape, documented: Shape): boolean =>
  code.properties?.some(({ name }) => documented.properties?.some((other) => other.name === name)) ?? false;

function inside(code: Shape, documented: Shape): Shape {
  if (isWhole(code)) return code;
  if (code.kind === 'any' || (code.kind === 'object' && !code.properties?.length)) return documented;
  if (code.kind === 'array' && documented.kind === 'array') return tells(code) ? code : documented;
  if (!shares(code, documented)) return around(code, documented) ?? code;
  return {
    ...code,
    properties: code.properties!.map((property) => {
      const named = memberShape(documented, property.name);
      return named ? { ...property, shape: inside(property.shape, named) } : property;
    }),
  };
}

/** What code sends, with what documentation says of what lies within it; null where that speaks of all that is sent. */
function completed(read: readonly Answer[], stated: readonly Answer[]): readonly Answer[] | null {
  const [documented, ...others] = stated.filter(telling);
  const data = read.filter(isData);
  if (!documented || others.length > 0 || data.length === 0 || !stated.every((answer) => answer.documented)) return null;
  const shapes = data.map((answer) => around(answer.shape!, documented.shape!));
  return shapes.every((shape) => shape !== null) ? data.map((answer, index) => ({ ...answer, shape: shapes[index]! })) : null;
}

/** What is stated, where it says of a member that it may be anything with what code sends there. */
function filled(read: readonly Answer[], stated: readonly Answer[]): readonly Answer[] {
  const shapes = read.filter(telling).map((answer) => answer.shape!);
  if (shapes.length === 0) return stated;
  const code = joined(shapes);
  return stated.map((answer) => (answer.shape ? { ...answer, shape: fill(answer.shape, code) } : answer));
}
function fill(stated: Shape, code: Shape): Shape {
  if (stated.kind === 'any') return isWhole(code) ? code : stated;
  if (stated.kind === 'array' && code.items) {
    if (stated.items) return { ...stated, items: fill(stated.items, code.items) };
    return tells(code.items) ? { ...stated, items: code.items } : stated;
  }
  if (!stated.properties || code.kind !== 'object') return stated;
  return {
    ...stated,
    properties: stated.properties.map((property) => {
      const own = memberShape(code, property.name);
      return own ? { ...property, shape: fill(property.shape, own) } : property;
    }),
  };
}

/** By status, what the functions of an endpoint answer, and what the error handlers make of what they throw. */
export function responsesOf(endpoint: Endpoint, facts: Facts, tables: Tables): readonly Response[] {
  const answers: Answer[] = [...facts.answers];
  const by = new Map<Answer, Behaviour>();
  const ofHandlers = new Set<Answer>();
  for (const behaviour of facts.behaviours) {
    const handlers = facts.handlersOf(behaviour);
    const ofErrors = behaviour.failures.flatMap((failure) => handled(failure, handlers, tables, endpoint));
    answers.push(...ofErrors);
    for (const answer of ofErrors) ofHandlers.add(answer);
    for (const answer of [...behaviour.answers, ...ofErrors]) by.set(answer, behaviour);
  }
  const byStatus = new Map<number, Answer[]>();
  for (const answer of answers) {
    // Node sends what stands in front of the point (400.02).
    const status = Math.trunc(answer.status ?? 0);
    if (status < 100 || status > 599) continue;
    const known = byStatus.get(status);
    if (known) known.push(answer);
    else byStatus.set(status, [answer]);
  }
  const classes = facts.answers.filter(({ statusClass }) => statusClass !== undefined);
  const known = [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, list]) => [status, [...ofClass(classes, status, list), ...list]] as const);
  // With a status that somebody else decides it answers beside others; what error handlers answer so is worth saying where nothing below 400 is known.
  const undecided = answers.filter((answer) => answer.status === null && answer.statusClass === undefined);
  const own = undecided.filter((answer) => !ofHandlers.has(answer));
  const open = own.length > 0 ? own : known.every(([status]) => status >= 400) ? undecided : [];
  const all: readonly (readonly [Response['status'], readonly Answer[]])[] = open.length > 0 ? [...known, ['default', open]] : known;
  return all.map(([status, list]): Response => {
    // What the registration states is stronger than what the code shows.
    const stated = list.filter((answer) => answer.source === 'schema');
    const read = list.filter((answer) => answer.source !== 'schema');
    const said = stated.some(telling) && !(stated.every(({ documented }) => documented) && surely(read));
    const strongest = !stated.some(isData)
      ? list
      : said
        ? (completed(read, stated) ?? filled(read, stated))
        : read.some(telling)
          ? read
          : stated;
    const data = strongest.filter(isData);
    const shapes = data.map((answer) => {
      const behaviour = by.get(answer);
      return givenBack(
        bounded(answer.shape!),
        facts,
        behaviour && status !== 'default' && status >= 400 ? facts.countedOnBy(behaviour) : facts,
      );
    });
    const whole = shapes.length > 0 ? joined(shapes) : undefined;
    const isOther = !withoutKept(shapes).every(isObject) || strongest.some((answer) => answer.source !== 'schema' && !isData(answer));
    const first = strongest[0]!;
    const description =
      list.find((answer) => answer.description !== undefined)?.description ??
      (status === 'default' ? 'With a status that only run time knows' : REASONS[status]);
    // Where a text may come instead of the body that is shown, the type is the body's; of several texts that differ it is not one.
    const types = [
      ...new Set((data.length > 0 ? data : strongest).map((answer) => answer.contentType).filter((type) => type !== undefined)),
    ];
    const contentType = data.length > 0 || types.length === 1 ? types[0] : undefined;
    return {
      status,
      ...(description !== undefined && { description }),
      ...(contentType !== undefined && { contentType }),
      ...(whole && { shape: bounded(isOther ? spared(whole) : whole) }),
      evidence: evidence(first.source, first.place),
    };
  });
}

/** The schema of the class of a status, else that of all statuses, where none is of the status itself and what is answered may be JSON. */
function ofClass(classes: readonly Answer[], status: number, list: readonly Answer[]): readonly Answer[] {
  const isBare = status === 204 || (status >= 300 && status < 400);
  const mayBeJson = list.some((answer) => isData(answer) || (!isBare && answer.contentType === undefined));
  if (!mayBeJson || list.some(({ source }) => source === 'schema')) return [];
  const named = (wanted: number): readonly Answer[] => classes.filter(({ statusClass }) => statusClass === wanted);
  const own = named(Math.floor(status / 100));
  return own.length > 0 ? own : named(0);
}

/**
 * Puts what is known of the request in the places where an answer gives it back. Bounds of what comes in are left out.
 * @param certain what is certain of the requests that get the answer
 */
function givenBack(shape: Shape, facts: Facts, certain: Facts): Shape {
  const { from, ...own } = shape;
  const known =
    from && (from.part === 'body' || from.part === 'query' || from.part === 'path') ? partShape(facts, from.part)?.shape : undefined;
  const found = known && from!.path.reduce<Shape | undefined>((at, name) => at && memberShape(at, name), known);
  const given =
    found?.properties && from!.without
      ? { ...found, properties: found.properties.filter(({ name }) => !from!.without!.includes(name)) }
      : found;
  if (from && own.kind === 'array' && given?.kind === 'array') return kindsOf(given);
  // Members of a path or a query are texts unless something makes them another kind.
  if (own.kind === 'any')
    return given && given.kind !== 'any' ? kindsOf(given) : from && from.part !== 'body' && from.path.length > 0 ? { kind: 'string' } : own;
  const properties = own.properties?.map((property): ShapeProperty => {
    const { required, ...member } = property;
    return {
      ...member,
      ...(required && isAlwaysSent(property.shape, certain) && { required }),
      shape: givenBack(property.shape, facts, certain),
    };
  });
  const added =
    given?.kind === 'object'
      ? (given.properties ?? [])
          .filter((property) => !properties?.some((other) => other.name === property.name))
          .map((property) => ({ name: property.name, shape: kindsOf(property.shape), ...(property.required && { required: true }) }))
      : [];
  return {
    ...own,
    ...(properties && { properties: [...added, ...properties] }),
    ...(own.items && { items: givenBack(own.items, facts, certain) }),
    ...(own.alternatives && { alternatives: own.alternatives.map((alternative) => givenBack(alternative, facts, certain)) }),
  };
}

/** Whether a member is there in every answer: not where it gives back what the request need not have, which JSON leaves out then. */
function isAlwaysSent({ from }: Shape, facts: Facts): boolean {
  if (!from || from.there || from.path.length === 0 || from.part === 'path' || from.part === 'context') return true;
  let at = partShape(facts, from.part)?.shape;
  for (const name of from.path) {
    const member = at?.properties?.find((property) => property.name === name);
    if (!member?.required && member?.shape.default === undefined) return false;
    at = member.shape;
  }
  return true;
}

function kindsOf(shape: Shape): Shape {
  return {
    kind: shape.kind,
    ...(shape.properties && {
      properties: shape.properties.map((property) => ({
        name: property.name,
        shape: kindsOf(property.shape),
        ...(property.required && { required: true }),
      })),
    }),
    ...(shape.items && { items: kindsOf(shape.items) }),
    ...(shape.alternatives && { alternatives: shape.alternatives.map(kindsOf) }),
  };
}

/** Answers of one status side by side: an object of which nothing is known adds nothing to one that is; of an empty one it is known that it has no members. */
function joined(shapes: readonly Shape[]): Shape {
  const known = shapes.filter(
    (shape) => shape.kind !== 'any' && !(shape.kind === 'object' && (shape.open || !shape.properties) && !shape.properties?.length),
  );
  return known.length > 0 ? unionOf(known) : shapes[0]!;
}

/** It has members wherever it is sent, as far as that is known. */
const isObject = ({ kind, open, properties, alternatives }: Shape): boolean =>
  kind === 'union' ? alternatives!.every(isObject) : kind === 'object' && properties !== undefined && (!open || properties.length > 0);

/** Something else may be sent instead: none of its members need be there. */
const spared = (shape: Shape): Shape => ({
  ...shape,
  ...(shape.properties && { properties: shape.properties.map(({ required: _, ...member }) => member) }),
  ...(shape.kind === 'union' && { alternatives: shape.alternatives!.map(spared) }),
});
