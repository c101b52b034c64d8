import type { Endpoint, EndpointSet, HandlerId, Segment } from '@tool/ir';
import { answeredFields, fieldsOf, isScalar, namesIn, plainName, type Field } from './fields.js';
import { ID_MEMBERS, isId, nounForms } from './nouns.js';

/** An endpoint whose answer names resources: it makes them, or it lists them. */
export interface Source {
  readonly endpoint: Endpoint;
  /** Its path between the slashes. */
  readonly path: readonly string[];
  /** Segments in front of the resource's own, parameters as `:`; null where the path says nothing of what is made. */
  readonly collection: string | null;
  /** What the collection's name may stand for. */
  readonly nouns: ReadonlySet<string>;
  /** Tables that it writes new records into. */
  readonly entities: ReadonlySet<string>;
  /** Members that may name the resource, those in lists behind the others. */
  readonly members: readonly Member[];
}

/** A member of an answer, with what each consumer asks of it. */
export interface Member extends Field {
  /** Its name as names are compared. */
  readonly plain: string;
  /** The object that holds it, where its name says something; otherwise empty. */
  readonly wrapper: string;
  readonly isListed: boolean;
}

/** What names a list or a wrapper and no resource. */
const WRAPPER = /^(?:data|results?|rows|records?|docs|payload|response|value|body)$/;
const LIST = /^(?:items|entries|list|content|hits)$/;
const ACTION = /^(?:create|new|add|insert|register)$/i;
/** What is done, and makes nothing that is called so. */
const VERB = /^(?:verify|confirm|validate|check|log-?in|log-?out|sign-?in|sign-?out|refresh|resend)$/i;
/** Behind these stands how somebody logs in (`POST /auth/google`), where what is made is called otherwise. */
const LOGIN = /^(?:auth|oauth2?|login|sign-?in|sso|social)$/i;
const PATH_DEPTH = 3;

export const collectionOf = (segments: readonly Segment[]): string =>
  segments.map((segment) => (segment.kind === 'lit' ? segment.text : ':')).join('/');
const parametersOf = (segments: readonly Segment[]): readonly string[] =>
  segments.flatMap((segment) => (segment.kind === 'param' ? [segment.name] : segment.kind === 'mixed' ? parametersOf(segment.pieces) : []));

/**
 * Endpoints that make resources: a POST; a PUT that is seen to make one, where no POST does. A function that is served at several
 * paths and reads a parameter that one of them lacks does its work at the others.
 */
export function makers(set: EndpointSet): readonly Source[] {
  const handlers = new Map(set.program.handlers.map((handler) => [handler.id, handler]));
  const entitiesOf = (id: HandlerId): ReadonlySet<string> =>
    new Set(
      handlers
        .get(id)
        ?.behaviour?.data.filter((use) => use.operation === 'create')
        .map((use) => use.entity) ?? [],
    );
  const complete = new Map<HandlerId, Endpoint[]>();
  const lacks = (endpoint: Endpoint): boolean => {
    const own = new Set(parametersOf(endpoint.segments));
    return (
      handlers
        .get(endpoint.handler)
        ?.behaviour?.reads.some((read) => read.part === 'path' && read.path[0] !== undefined && !own.has(read.path[0])) ?? false
    );
  };
  const making = set.endpoints.filter(
    (endpoint) => endpoint.shadowedBy === undefined && (endpoint.method === 'POST' || endpoint.method === 'PUT'),
  );
  for (const endpoint of making)
    if (!lacks(endpoint)) complete.set(endpoint.handler, [...(complete.get(endpoint.handler) ?? []), endpoint]);
  const posted = new Set<string>();
  const items = new Set(
    set.endpoints.flatMap(({ segments }) => (segments.at(-1)?.kind === 'param' ? [collectionOf(segments.slice(0, -1))] : [])),
  );
  const found = making.flatMap((endpoint): Source[] => {
    const entities = entitiesOf(endpoint.handler);
    const collection = endpoint.method === 'POST' ? postedTo(endpoint, entities) : putInto(endpoint, entities, items);
    if (collection === undefined || (collection === null && entities.size === 0)) return [];
    if (endpoint.method === 'POST' && collection) posted.add(collectionOf(collection));
    const [other, ...others] = lacks(endpoint)
      ? (complete.get(endpoint.handler) ?? []).filter(({ method }) => method === endpoint.method)
      : [];
    const doing = other && others.length === 0 ? other : endpoint;
    const nouns = new Set(collection ? nounForms(nameOf(collection)) : []);
    const members = answeredFields(doing)
      .filter((field) => isScalar(field.shape) && placed(field, nouns, false))
      .map(memberOf);
    return [{ endpoint: doing, path: doing.path.split('/'), collection: collection && collectionOf(collection), nouns, entities, members }];
  });
  return found.filter(({ endpoint, collection }) => endpoint.method === 'POST' || collection === null || !posted.has(collection));
}

/**
 * Endpoints that list what is in a collection, for collections of which nobody in the API makes anything.
 * @param made what the API makes
 */
export function listers(set: EndpointSet, made: readonly Source[]): readonly Source[] {
  const collections = new Set(made.map(({ collection }) => collection));
  const nouns = new Set(made.flatMap((source) => [...source.nouns]));
  for (const { behaviour } of set.program.handlers)
    for (const use of behaviour?.data ?? []) if (use.operation === 'create') for (const form of nounForms(use.entity)) nouns.add(form);
  return listing(set).filter((source) => !collections.has(source.collection) && ![...source.nouns].some((noun) => nouns.has(noun)));
}

function listing(set: EndpointSet): readonly Source[] {
  return set.endpoints.flatMap((endpoint): Source[] => {
    if (endpoint.method !== 'GET' || endpoint.shadowedBy !== undefined || endpoint.segments.at(-1)?.kind !== 'lit') return [];
    const nouns = new Set(nounForms(nameOf(endpoint.segments)));
    const members = answeredFields(endpoint)
      .filter((field) => isInList(field) && isScalar(field.shape) && placed(field, nouns, true))
      .map(memberOf);
    return members.length === 0
      ? []
      : [{ endpoint, path: endpoint.path.split('/'), collection: collectionOf(endpoint.segments), nouns, entities: new Set(), members }];
  });
}

const nameOf = (segments: readonly Segment[]): string => {
  const last = segments.at(-1);
  return last?.kind === 'lit' ? last.text : '';
};

/** `/articles/create` makes what is in `/articles`. Null: its own name says nothing. */
function postedTo(endpoint: Endpoint, entities: ReadonlySet<string>): readonly Segment[] | null {
  const last = endpoint.segments.at(-1);
  const segments = last?.kind === 'lit' && ACTION.test(last.text) ? endpoint.segments.slice(0, -1) : endpoint.segments;
  const own = segments.at(-1);
  if (own?.kind !== 'lit' || VERB.test(own.text)) return null;
  const before = segments.at(-2);
  const isWay = before?.kind === 'lit' && LOGIN.test(before.text) && entities.size > 0 && !isCalled(own.text, entities);
  return isWay ? null : segments;
}

const isCalled = (name: string, entities: ReadonlySet<string>): boolean => {
  const forms = nounForms(name);
  return [...entities].some((entity) => nounForms(entity).some((form) => forms.includes(form)));
};

/**
 * A PUT makes what it answers 201 for; where it names the thing in its path, what it is seen to write anew; on a collection whose things others name in
 * their path, what it answers the id of without having got one. Others change what is there.
 */
function putInto(endpoint: Endpoint, entities: ReadonlySet<string>, items: ReadonlySet<string>): readonly Segment[] | undefined {
  const whole = endpoint.segments.at(-1)?.kind === 'lit';
  const makes =
    endpoint.responses?.some(({ status }) => status === 201) ||
    (whole ? items.has(collectionOf(endpoint.segments)) && answersNewId(endpoint) : entities.size > 0);
  const segments = whole ? endpoint.segments : endpoint.segments.slice(0, -1);
  return makes && segments.at(-1)?.kind === 'lit' ? segments : undefined;
}

/** Whether an answer has an id at its top, or in an object of it, that no request brought. */
function answersNewId(endpoint: Endpoint): boolean {
  const brought = [
    ...(endpoint.requestBody ? fieldsOf(endpoint.requestBody.shape) : []),
    ...(endpoint.parameters ?? []).filter(({ in: place }) => place === 'query'),
  ];
  return (
    !brought.some(({ name }) => isId(name)) &&
    answeredFields(endpoint).some(({ name, path }) => isId(name) && !path.split('.').includes('0'))
  );
}

/** The resource is at the top of an answer or in a wrapper; what lies in a list is the resource where the list is the answer, or called like what is asked for. */
function placed(field: Field, nouns: ReadonlySet<string>, listed: boolean): boolean {
  const segments = field.path.split('.');
  const at = segments.indexOf('0');
  if (at < 0) return segments.length <= PATH_DEPTH;
  const list = plainName(segments[at - 1] ?? '');
  const named = list === '' || WRAPPER.test(list) || (listed && LIST.test(list)) || nounForms(list).some((form) => nouns.has(form));
  const inside = segments.slice(at + 1);
  return (
    named &&
    (at < 2 || (at === 2 && WRAPPER.test(plainName(segments[0]!)))) &&
    !inside.includes('0') &&
    (inside.length === 1 || (inside.length === 2 && nouns.has(plainName(inside[0]!))))
  );
}

/**
 * The member of a source's answer with the first of these names that it has; null when none or several could be meant.
 * @param nouns what the resource is called
 * @param foreign whether a wrapper is called like another resource of the API
 * @param spelled how the consumer writes the name: of two spellings in one record (`_id`, `id`) it takes its own
 */
export function memberNamed(
  source: Source,
  names: readonly string[],
  nouns: ReadonlySet<string>,
  foreign: (wrapper: string) => boolean,
  spelled: string,
): Field | null {
  const ours = source.members.filter(
    ({ plain, wrapper }) =>
      names.includes(plain) && (wrapper === '' || !foreign(wrapper) || nounForms(wrapper).some((form) => nouns.has(form))),
  );
  for (const listed of [false, true])
    for (const name of names) {
      const found = ours.filter(({ plain, isListed }) => isListed === listed && plain === name);
      if (found.length > 0) return innermost(found, nouns, spelled);
    }
  return null;
}

const isInList = ({ path }: Field): boolean => path.split('.').includes('0');
const memberOf = (field: Field): Member => ({
  ...field,
  plain: plainName(field.name),
  wrapper: wrapperOf(field),
  isListed: isInList(field),
});

function wrapperOf(field: Field): string {
  const name = plainName(namesIn(field.path).at(-2) ?? '');
  return WRAPPER.test(name) || LIST.test(name) ? '' : name;
}

/** The outermost of several members of one name; among equals the one in a wrapper that is called like the resource. */
function innermost(found: readonly Field[], nouns: ReadonlySet<string>, spelled: string): Field | null {
  const depth = Math.min(...found.map((field) => field.path.split('.').length));
  const nearest = found.filter((field) => field.path.split('.').length === depth);
  const same = new Set(nearest.map((field) => field.path.split('.').slice(0, -1).join('.'))).size === 1;
  if (same) return nearest.find((field) => field.name === spelled) ?? nearest[0]!;
  return nearest.find((field) => nouns.has(plainName(namesIn(field.path).at(-2) ?? ''))) ?? null;
}

/** The names under which an answer may hold a member of a resource; every way to write an id is one. */
export const spellingsOf = (member: string, nouns: Iterable<string>): readonly string[] =>
  isId(member)
    ? [...ID_MEMBERS, ...[...nouns].map((noun) => `${noun}id`)]
    : [plainName(member), ...[...nouns].map((noun) => `${noun}${plainName(member)}`)];
