import type { EndpointSet, Link, Shape } from '@tool/ir';
import { fieldsOf, plainName, type Field } from './fields.js';
import { isId, namedIdentifier, nounForms, wordsOf, type Named } from './nouns.js';
import { collectionOf, listers, makers, memberNamed, spellingsOf, type Source } from './sources.js';
import { wantsOf, type Want } from './wants.js';

const keyOf = ({ key, method, path }: Source['endpoint']): string => key ?? `${method} ${path}`;

interface Found {
  readonly source: Source;
  readonly field: Field;
}
/** The one source and member; `several` when nobody knows which; null when nothing is known. */
type Outcome = Found | 'several' | null;

/** Sources by what they are found under: a value is compared with those of its own name, not with all. */
interface Index {
  readonly byCollection: ReadonlyMap<string, readonly Source[]>;
  readonly byNoun: ReadonlyMap<string, readonly Source[]>;
  readonly byEntity: ReadonlyMap<string, readonly Source[]>;
  readonly byEntityNoun: ReadonlyMap<string, readonly Source[]>;
  /** By keys in the answer that name what they are of, and did not come in with the request; ids of others stand in every record. */
  readonly byMember: ReadonlyMap<string, readonly Source[]>;
}

/** Values that name a resource, and the one endpoint that hands such names out. See infer-links.md for the rules. */
export function resourceLinks(set: EndpointSet): readonly Link[] {
  const makes = makers(set);
  const made = indexed(makes),
    listed = indexed(listers(set, makes));
  return wantsOf(set).flatMap((want): Link[] => {
    const maker = sourceOf(want, made);
    // What nobody makes here can be had from a list; but a test must not take away what it did not make.
    const found = maker ?? (want.endpoint.method === 'DELETE' || namedIdentifier(want.name) === null ? null : sourceOf(want, listed));
    return found === null || found === 'several'
      ? []
      : [
          {
            producer: keyOf(found.source.endpoint),
            field: found.field.path,
            consumer: keyOf(want.endpoint),
            usedAs: want.usedAs,
            evidence: want.evidence,
          },
        ];
  });
}

const indexed = (sources: readonly Source[]): Index => ({
  byCollection: grouped(sources, ({ collection }) => (collection === null ? [] : [collection])),
  byNoun: grouped(sources, ({ nouns }) => nouns),
  byEntity: grouped(sources, ({ entities }) => entities),
  byEntityNoun: grouped(sources, ({ entities }) => new Set([...entities].flatMap(nounForms))),
  byMember: grouped(
    sources,
    (source) =>
      new Set(source.members.flatMap(({ name, plain, shape }) => (isOwnKey(name) && !shape.from && !takes(source, name) ? [plain] : []))),
  ),
});

const namesResource = (name: string): boolean => (namedIdentifier(name)?.nouns.length ?? 0) > 0;
const isOwnKey = (name: string): boolean => {
  const named = namedIdentifier(name);
  return named !== null && named.nouns.length > 0 && !isId(named.member);
};
const takes = ({ endpoint }: Source, name: string): boolean =>
  (endpoint.parameters ?? []).some((parameter) => plainName(parameter.name) === plainName(name)) ||
  (endpoint.requestBody !== undefined && fieldsOf(endpoint.requestBody.shape).some((field) => plainName(field.name) === plainName(name)));

function grouped(sources: readonly Source[], textsOf: (source: Source) => Iterable<string>): ReadonlyMap<string, readonly Source[]> {
  const groups = new Map<string, Source[]>();
  for (const source of sources)
    for (const text of textsOf(source)) {
      const known = groups.get(text);
      if (known) known.push(source);
      else groups.set(text, [source]);
    }
  return groups;
}

/** The rules in their order: the path, the table, the name, the member, the place. The first that knows sources decides. */
function sourceOf(want: Want, index: Index): Outcome {
  return byPath(want, index) ?? byTable(want, index) ?? byName(want, index) ?? byMember(want, index) ?? byPlace(want, index);
}

/** A path parameter directly behind a collection is the collection's own identifier. */
function byPath(want: Want, index: Index): Outcome {
  if (want.at === undefined) return null;
  const candidates = (index.byCollection.get(collectionOf(want.endpoint.segments.slice(0, want.at))) ?? []).filter(
    ({ endpoint }) => endpoint !== want.endpoint,
  );
  return choose(want, candidates, index, (source) => ({ names: ownNames(want.name, source.nouns), nouns: source.nouns }));
}

/** The member that a parameter behind its collection names: the same name, or every way to write an id for `id`, `<resource>`, `<resource>Id`. */
function ownNames(parameter: string, nouns: ReadonlySet<string>): readonly string[] {
  const wanted = plainName(parameter);
  const named = namedIdentifier(parameter);
  const ownNoun = (noun: string): boolean => [...nouns].some((own) => own === noun || own.endsWith(noun));
  if (nouns.has(wanted) || (named !== null && isId(named.member) && (named.nouns.length === 0 || named.nouns.some(ownNoun))))
    return [wanted, ...spellingsOf('id', nouns)];
  const prefix = [...nouns].find((noun) => wanted.startsWith(noun) && wanted.length > noun.length);
  return prefix === undefined ? [wanted] : [wanted, wanted.slice(prefix.length)];
}

/** The handler looks the value up by what tells the records of a table apart, or it goes to a column that refers to that table; one endpoint writes new records into it. */
function byTable(want: Want, index: Index): Outcome {
  const entities = [...new Set([...want.lookups.map(({ entity }) => entity), ...want.references])];
  if (entities.length === 0) return null;
  if (entities.length > 1) return 'several';
  const [entity] = entities,
    nouns = new Set(nounForms(entity!));
  const writers = index.byEntity.get(entity!) ?? [];
  // Who makes such a record itself looks whether there is one already.
  if (writers.some(({ endpoint }) => endpoint === want.endpoint)) return null;
  const called = writers.filter((source) => [...source.nouns].some((noun) => nouns.has(noun)));
  return choose(want, called.length > 0 ? called : writers, index, () => ({
    names: spellingsOf(want.lookups[0]?.column ?? 'id', nouns),
    nouns,
  }));
}

/** `<resource>Id`, as the value is called or as the column is that it goes to; `id` in an object that is called like a resource. */
function byName(want: Want, index: Index): Outcome {
  for (const named of namings(want)) {
    for (const noun of named.nouns) {
      const outcome = byNoun(want, noun, named.member, index);
      if (outcome !== null) return outcome;
    }
  }
  return null;
}

function namings(want: Want): readonly Named[] {
  const own = namedIdentifier(want.name);
  const inside = own !== null && own.nouns.length === 0 && want.parent !== undefined ? insideOf(want, want.parent, own) : own;
  const columns = want.columns.map(namedIdentifier).filter((named) => named !== null && isId(named.member));
  // A plain `author` that has to look like an id is one.
  const plain = own === null && want.part === 'body' && isIdShape(want.shape) ? namedIdentifier(`${want.name}-id`) : null;
  return [inside, ...columns, plain].filter((named): named is Named => named !== null);
}

/** `author: { id }`: the object says what it is the id of. What is sent to the things' own path brings ids of its own. */
function insideOf(want: Want, parent: string, { member }: Named): Named | null {
  const named = namedIdentifier(`${parent}-${member}`);
  const forms = named?.nouns.flatMap(nounForms) ?? [];
  const own =
    want.endpoint.method === 'POST' &&
    want.endpoint.segments.some(
      (segment) => segment.kind === 'lit' && nounForms(segment.text).some((form) => forms.some((noun) => form.endsWith(noun))),
    );
  return own ? null : named;
}

/** Sources whose collection is called so; else those that write a table that is. */
function byNoun(want: Want, noun: string, member: string, index: Index): Outcome {
  const forms = nounForms(noun);
  const under = (groups: ReadonlyMap<string, readonly Source[]>): readonly Source[] => [
    ...new Set(forms.flatMap((form) => groups.get(form) ?? [])),
  ];
  const nouns = new Set(forms);
  for (const sources of [under(index.byNoun), under(index.byEntityNoun)]) {
    const outcome = choose(
      want,
      besides(want, sources, nouns).filter((source) => !elsewhere(want, source)),
      index,
      () => ({ names: spellingsOf(member, nouns), nouns }),
    );
    if (outcome !== null) return outcome;
  }
  return null;
}

/** Whoever makes a thing does not need one of the kind; but who only seems to (`POST /lists/:id/songs` with a `songId`) takes it from where things of the kind are made. */
function besides(want: Want, sources: readonly Source[], nouns: ReadonlySet<string>): readonly Source[] {
  const self = sources.find(({ endpoint }) => endpoint === want.endpoint);
  if (!self) return sources;
  if (self.entities.size > 0) return [...self.entities].some((entity) => nounForms(entity).some((form) => nouns.has(form))) ? [] : sources;
  return sources.filter(({ endpoint }) => endpoint.segments.length < self.endpoint.segments.length);
}

/** `trackingNumber`: nobody makes trackings, but one answer has such a number that no request brought. */
function byMember(want: Want, index: Index): Outcome {
  const name = plainName(want.name);
  return choose(want, index.byMember.get(name) ?? [], index, ({ nouns }) => ({ names: [name], nouns }));
}

/** What is only called `id` is of what the path in front of it names, or, outside the path, of what the path ends with. */
function byPlace(want: Want, index: Index): Outcome {
  const named = namedIdentifier(want.name);
  if (named === null || !isId(named.member)) return null;
  const before = want.endpoint.segments[(want.at ?? want.endpoint.segments.length) - 1];
  if (want.at !== undefined) {
    // `/users/:memberId`: nothing is called a member, so it is the user's.
    if (named.nouns.length > 0)
      return choose(want, index.byCollection.get(collectionOf(want.endpoint.segments.slice(0, want.at))) ?? [], index, ({ nouns }) => ({
        names: spellingsOf(named.member, nouns),
        nouns,
      }));
    return before?.kind === 'lit' ? byNoun(want, wordsOf(before.text).join(''), named.member, index) : null;
  }
  if (
    named.nouns.length > 0 ||
    want.parent !== undefined ||
    want.part === 'header' ||
    want.endpoint.method === 'POST' ||
    before?.kind !== 'lit'
  )
    return null;
  return choose(want, index.byCollection.get(collectionOf(want.endpoint.segments)) ?? [], index, ({ nouns }) => ({
    names: spellingsOf(named.member, nouns),
    nouns,
  }));
}

/** The one of several sources that can be meant: it answers with the member, of a fitting type, and stands nearest to the consumer. */
function choose(
  want: Want,
  candidates: readonly Source[],
  index: Index,
  asked: (source: Source) => { readonly names: readonly string[]; readonly nouns: ReadonlySet<string> },
): Outcome {
  const found = new Map<string, Found>();
  for (const source of candidates) {
    const { names, nouns } = asked(source);
    const foreign = (wrapper: string): boolean => nounForms(wrapper).some((form) => index.byNoun.has(form));
    const field = source.endpoint === want.endpoint ? null : memberNamed(source, names, nouns, foreign, want.name);
    if (field && fits(field, want)) found.set(source.endpoint.id, { source, field });
  }
  if (found.size <= 1) return [...found.values()][0] ?? null;
  // Who is told `storeId` changes a store; who makes one is not told which.
  const untold = namesResource(want.name) ? [...found.values()].filter(({ source }) => !takes(source, want.name)) : [];
  const meant = untold.length > 0 ? untold : [...found.values()];
  if (meant.length === 1) return meant[0]!;
  const path = want.endpoint.path.split('/');
  const leads = meant.map(({ source }) => sharedLead(source.path, path));
  const most = Math.max(...leads);
  return shortest(meant.filter((_, index) => leads[index] === most)) ?? 'several';
}

/** Of several paths of one handler the one with the fewest segments; null of different handlers. */
function shortest(found: readonly Found[]): Found | null {
  const [first, ...others] = [...found].sort((a, b) => a.source.endpoint.segments.length - b.source.endpoint.segments.length);
  return others.every(({ source }) => source.endpoint.handler === first!.source.endpoint.handler) ? first! : null;
}

/** It is looked up in a table, and this source is seen to write others only. */
const elsewhere = (want: Want, { entities }: Source): boolean =>
  entities.size > 0 && want.lookups.length > 0 && !want.lookups.some(({ entity }) => entities.has(entity));

const isIdShape = (shape: Shape | undefined): boolean =>
  shape !== undefined && (shape.format === 'uuid' || /^\^\[[^\]]*\]\{24\}\$$/.test(shape.pattern ?? ''));
const isNumber = (shape: Shape): boolean => shape.kind === 'integer' || shape.kind === 'number';
/** A number is no UUID, and in a body none that is written as a text: the status in an envelope (`{ code: 201, data }`) is nobody's code. */
function fits({ name, shape: given }: Field, { part, shape: taken }: Want): boolean {
  if (taken === undefined) return true;
  if (given.format === 'uuid' && isNumber(taken)) return false;
  return !isNumber(given) || !(isIdShape(taken) || (part === 'body' && taken.kind === 'string' && !isId(name)));
}

/** How many segments two paths begin with in common. */
function sharedLead(one: readonly string[], other: readonly string[]): number {
  const at = one.findIndex((segment, index) => segment !== other[index]);
  return at < 0 ? one.length : at;
}
