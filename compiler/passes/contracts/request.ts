import {
  ANY,
  memberShape,
  type Endpoint,
  type Evidence,
  type FactSource,
  type Parameter,
  type Place,
  type Read,
  type Refinement,
  type RequestBody,
  type RequestPart,
  type Shape,
  type ShapeProperty,
} from '@tool/ir';
import { evidence, type Facts } from './facts.js';
import { bounded } from './bounded.js';

/** Members of a request part as they come together from several facts. */
interface Node {
  shape: Shape | null;
  required: boolean;
  /** Only a type says that it is required. */
  declared?: boolean;
  source: FactSource;
  place: Place;
  children: Map<string, Node>;
}

const nodeOf = (source: FactSource, place: Place): Node => ({ shape: null, required: false, source, place, children: new Map() });

/** The object or list that a value is where it is there and of no other kind: of `object | null` the object. None where it may be one of several. */
function structure(shape: Shape | null): Shape | null {
  if (shape?.kind !== 'union') return shape;
  const found = shape.alternatives!.filter(({ kind }) => kind === 'object' || kind === 'array');
  return found.length === 1 ? found[0]! : null;
}

/** A validator's objects are complete: what types and tables add to their members was not let in. Types let everything in. */
function complete({ shape, source }: Node): boolean {
  const own = structure(shape);
  return source !== 'type' && own?.kind === 'object' && !own.open && (own.properties?.length ?? 0) > 0;
}

/** A check that the program makes (`schema.safeParse(request.query)`) leaves the request as it came: what the code reads there beside it comes in. */
const readsBeside = (node: Node, source: FactSource): boolean => source === 'code' && node.source === 'validator';

const STRENGTH: Readonly<Record<FactSource, number>> = { schema: 0, validator: 1, type: 2, database: 3, code: 4 };

const SCALARS: ReadonlySet<string> = new Set(['string', 'number', 'integer', 'boolean']);

/** Files are taken out of the body before a validator sees it: that it lists none says nothing. */
const isFile = (shape: Shape | null | undefined): boolean => shape?.kind === 'file' || (shape?.kind === 'array' && isFile(shape.items));

/** All that the facts say about one part of the request, as one shape; null when they say nothing. */
export function partShape(facts: Facts, part: RequestPart): { readonly shape: Shape; readonly evidence: Evidence } | null {
  const root = nodeOf('code', { synthetic: 'nothing' });
  let first: Evidence | null = null;
  const descend = (
    path: readonly string[],
    source: FactSource,
    place: Place,
    shape?: Shape | null,
    by: FactSource = source,
  ): Node | null => {
    let node = root;
    for (const name of path) {
      let child = node.children.get(name);
      if (!child) {
        // What the validator does not list is not accepted, or stripped of what it gives.
        if (!isFile(shape) && ((complete(node) && !readsBeside(node, by)) || (by === 'database' && lists(node, by)))) return null;
        node.children.set(name, (child = nodeOf(source, place)));
      }
      node = child;
    }
    first ??= evidence(source, place);
    return node;
  };
  /** What some function refuses to do without. */
  const demanded = new Set<Node>();
  const refinements = facts.refinements
    .filter((refinement) => refinement.part === part)
    .sort((a, b) => STRENGTH[a.source] - STRENGTH[b.source]);
  for (const refinement of refinements.filter(({ narrows }) => !narrows)) {
    if (part !== 'body' && saysOnlyText(refinement)) continue;
    const node = descend(refinement.path, refinement.source, refinement.place, refinement.shape);
    // A parameter of a query, a header or a cookie stands by itself: only bodies can be told to be one of several.
    const one = part !== 'body' && node === root ? together(refinement.shape) : null;
    if (node) apply(node, one ?? refinement.shape, refinement);
  }
  for (const read of facts.reads) {
    if (read.part !== part || read.path.length === 0) continue;
    // A column that the code names is read by it, whatever else says which members there are.
    const node = descend(read.path, read.source, read.place, read.shape, read.column ? 'database' : 'code');
    if (!node) continue;
    const { shape } = read;
    // A validator's default stands in for what is missing. What one function puts in does so for none of the others.
    if (
      read.required &&
      shape?.default === undefined &&
      (node.shape?.default === undefined || (node.source === 'code' && !facts.rewrites))
    ) {
      Object.assign(node, { required: true, declared: false });
      demanded.add(node);
    }
    // What the code puts in for a missing value is run, and a type is not.
    if (shape?.default !== undefined && node.declared) node.required = false;
    if (shape && (node.shape === null || node.shape.kind === 'any') && node.children.size === 0) {
      node.shape = shape;
      node.source = read.source;
    } else if (shape?.default !== undefined && node.shape && (node.source === 'code' || node.source === 'type'))
      node.shape = {
        ...node.shape,
        default:
          node.shape.default ?? (node.shape.kind === 'string' && typeof shape.default === 'number' ? String(shape.default) : shape.default),
      };
  }
  for (const refinement of refinements)
    if (refinement.narrows && !refinement.like) {
      const node = descend(refinement.path, refinement.source, refinement.place);
      if (node) bound(node, refinement);
    }
  // Two that have to be the same are both there where one is, and of one kind.
  for (const { path, like, source, place } of refinements) {
    const same = like && [path, like].map((each) => descend(each, source, place)).filter((node) => node !== null);
    const [known, kind] = [same?.find(({ required }) => required), same?.find(({ shape }) => SCALARS.has(shape?.kind ?? ''))?.shape?.kind];
    for (const node of same ?? []) {
      if (known && node.shape?.default === undefined) node.required = true;
      if (kind && (node.shape ?? ANY).kind === 'any') node.shape = { ...node.shape, kind };
    }
  }
  if (first === null) return null;
  for (const node of demanded) if (node.source === 'code' && node.shape) node.shape = withoutDefault(node.shape);
  return { shape: shapeOf(root), evidence: first };
}

const withoutDefault = ({ default: _never, ...shape }: Shape): Shape => shape;

/** `request.query.page as string`: so is everything that comes in there; what the code makes of it says more. */
const saysOnlyText = ({ source, shape, path }: Refinement): boolean =>
  source === 'type' &&
  path.length > 0 &&
  (shape.kind === 'string' || (shape.alternatives ?? []).some(({ kind }) => kind === 'string')) &&
  !(shape.alternatives ?? [shape]).some((each) => each.enum ?? each.format ?? each.pattern);

/** A stronger source has said which members an object has: the columns of a table, or another type of it, add none. */
function lists(node: Node, source: FactSource): boolean {
  const own = structure(node.shape);
  return (
    own?.kind === 'object' &&
    !(own.open && node.source === 'validator') &&
    (own.properties?.length ?? 0) > 0 &&
    STRENGTH[node.source] < STRENGTH[source]
  );
}

/** Several objects one of which a value is, as one: with what any of them has, required where all require it. Null where it is no such shape. */
function together(shape: Shape): Shape | null {
  const { alternatives } = shape;
  if (!alternatives || alternatives.length < 2 || !alternatives.every(({ kind, properties }) => kind === 'object' && properties))
    return null;
  const of = (name: string): readonly (ShapeProperty | undefined)[] =>
    alternatives.map(({ properties }) => properties!.find((property) => property.name === name));
  const names = new Set(alternatives.flatMap(({ properties }) => properties!.map(({ name }) => name)));
  return {
    kind: 'object',
    properties: [...names].map((name) => ({
      name,
      shape: memberShape(shape, name)!,
      ...(of(name).every((property) => property?.required) && { required: true }),
    })),
  };
}

/** An object that another validator lets through as well. */
const withMembers = (shape: Shape, more: readonly ShapeProperty[]): Shape => {
  const demanded = new Set(more.filter(({ required }) => required).map(({ name }) => name));
  const own = shape.properties!.map((property) => (demanded.has(property.name) ? { ...property, required: true } : property));
  return { ...shape, properties: [...own, ...more.filter(({ name }) => !shape.properties!.some((property) => property.name === name))] };
};

/** Puts a stated shape into the tree, member by member. */
function apply(node: Node, shape: Shape, { source, place }: Pick<Refinement, 'source' | 'place'>): void {
  // Behind a schema that lets a request through a validator looks at it as well: it has to please both.
  const isBehind = (of: Node): boolean => source === 'validator' && of.source === 'schema';
  // What a stronger source says of an object is all there is of it.
  const listed = lists(node, source) && !isBehind(node);
  // A type or a validator says what the program puts there when the file is stored.
  const stored = isFile(shape);
  if (
    node.shape === null ||
    node.shape.kind === 'any' ||
    stored ||
    (shape.kind === node.shape.kind && STRENGTH[source] <= STRENGTH[node.source])
  ) {
    node.shape = node.shape && node.shape.kind === shape.kind ? { ...node.shape, ...shape } : shape;
    node.source = source;
  } else if (isBehind(node) && SCALARS.has(shape.kind) && shape.kind === node.shape.kind)
    node.shape = { ...shape, ...node.shape, ...tighter(shape, node.shape) };
  const own = node.shape?.kind === 'object' ? (together(shape) ?? structure(shape)) : structure(shape);
  const several = node.shape && node.shape !== shape && together(node.shape);
  if (several && own?.kind === 'object' && !listed && STRENGTH[source] <= STRENGTH[node.source])
    node.shape = { ...node.shape!, alternatives: node.shape!.alternatives!.map((each) => withMembers(each, own.properties ?? [])) };
  if (own?.kind === 'object')
    for (const property of own.properties ?? []) {
      let child = node.children.get(property.name);
      if (!child && listed && !isFile(property.shape)) continue;
      const known =
        child !== undefined && STRENGTH[child.source] < STRENGTH[source] && (!isBehind(child) || child.shape?.default !== undefined);
      if (!child) node.children.set(property.name, (child = nodeOf(property.source ?? source, property.place ?? place)));
      if (property.required && !known) Object.assign(child, { required: true, declared: source === 'type' && child.declared !== false });
      apply(child, property.shape, { source: property.source ?? source, place: property.place ?? place });
    }
  if (own?.kind === 'array' && own.items) {
    let child = node.children.get('0');
    if (!child) node.children.set('0', (child = nodeOf(source, place)));
    apply(child, own.items, { source, place });
  }
}

/** What a database's own checks and a program's own tests refuse narrows what is known; what a validator said of the value is all there is of it. */
function bound(node: Node, { shape, required, source, place }: Refinement): void {
  const isValidated = node.shape !== null && STRENGTH[node.source] < STRENGTH.type;
  // Whether a value may be missing that is validated by itself is said by what becomes of the verdict.
  const isAsked = !isValidated || source === 'code' || JSON.stringify(place) === JSON.stringify(node.place);
  if (required && isAsked && node.shape?.default === undefined) node.required = true;
  if (isValidated) return;
  if (node.shape === null || node.shape.kind === 'any')
    Object.assign(node, { shape: { ...node.shape, ...shape, ...tighter(shape, node.shape ?? shape) }, source, place });
  else if (shape.kind === 'array' && node.source === 'database' && !/^(?:array|object|union)$/.test(node.shape.kind))
    node.shape = { ...shape, items: node.shape };
  else if (
    node.shape.kind === shape.kind ||
    (node.shape.kind === 'integer' && shape.kind === 'number') ||
    (shape.kind === 'any' && (shape.enum !== undefined || node.shape.kind === 'string'))
  )
    node.shape = { ...shape, ...node.shape, ...tighter(shape, node.shape) };
}

/** Of two bounds the one that lets less through. */
function tighter(one: Shape, other: Shape): Partial<Shape> {
  const of = (key: 'minLength' | 'maxLength' | 'minimum' | 'maximum', choose: (...values: number[]) => number): Partial<Shape> =>
    one[key] !== undefined && other[key] !== undefined ? { [key]: choose(one[key], other[key]) } : {};
  return { ...of('minLength', Math.max), ...of('maxLength', Math.min), ...of('minimum', Math.max), ...of('maximum', Math.min) };
}

function shapeOf(node: Node): Shape {
  if (node.shape?.kind === 'union' && node.children.size > 0) {
    const own = structure(node.shape);
    const alternatives = node.shape.alternatives!;
    if (own) return { ...node.shape, alternatives: alternatives.map((each) => (each === own ? shapeOf({ ...node, shape: own }) : each)) };
    if (!alternatives.some(({ kind }) => kind === 'object' || kind === 'array' || kind === 'any')) return node.shape;
  }
  const element = node.children.get('0');
  // A column is compared with each element of a list: `where: { id: ids }`. Texts have a first letter.
  const column = node.source === 'database' && /^(?:number|integer|boolean)$/.test(node.shape?.kind ?? '') ? node.shape : null;
  if (element && (node.shape === null || node.shape.kind === 'array' || node.shape.kind === 'any' || column)) {
    const [own, held] = [shapeOf(element), column ?? node.shape?.items];
    const list: Shape = {
      ...(node.shape?.kind === 'array' ? node.shape : {}),
      kind: 'array',
      items: own.kind === 'any' && held ? held : own,
    };
    const others = new Map([...node.children].filter(([name]) => name !== '0'));
    // Some function asks whether it is a list, and others read members of it that no list has.
    return others.size === 0 || node.shape?.kind === 'array'
      ? list
      : { kind: 'union', alternatives: [shapeOf({ ...node, shape: null, children: others }), list] };
  }
  if (node.children.size === 0) return node.shape ?? ANY;
  if (node.shape && node.shape.kind !== 'object' && node.shape.kind !== 'any' && node.shape.kind !== 'union') return node.shape;
  const properties = [...node.children].map(([name, child]): ShapeProperty => ({
    name,
    shape: shapeOf(child),
    ...(child.required && { required: true }),
    place: child.place,
    source: child.source,
  }));
  const { properties: _stated, ...rest } = node.shape ?? { kind: 'object' as const };
  return { ...rest, kind: 'object', properties };
}

/** Headers that the protocol, the browser or a guard explains; they are no parameters of an endpoint. */
const COMMON_HEADERS: ReadonlySet<string> = new Set([
  'authorization',
  'cookie',
  'host',
  'user-agent',
  'accept',
  'accept-encoding',
  'accept-language',
  'content-type',
  'content-length',
  'transfer-encoding',
  'expect',
  'pragma',
  'if-range',
  'connection',
  'origin',
  'referer',
  'referrer',
  'upgrade',
  'range',
  'if-none-match',
  'if-modified-since',
  'cache-control',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'x-real-ip',
  'x-requested-with',
  'x-request-id',
  'x-correlation-id',
  'forwarded',
  'etag',
  'access-control-request-headers',
  'access-control-request-method',
]);
/** Headers that the browser or a proxy on the way adds: which page asks, and from where. */
const OF_THE_WAY =
  /^(?:sec-|x-forwarded-|cf-|x-vercel-|x-nf-|x-appengine-|x-amzn-|x-amz-cf-|fly-|cloudfront-)|^(?:true-client-ip|x-client-ip|x-cluster-client-ip|x-original-forwarded-for|fastly-client-ip|x-b3-\w+|traceparent|tracestate|dnt|via|te)$/;
const isCommon = (header: string): boolean => COMMON_HEADERS.has(header) || OF_THE_WAY.test(header);

/** Headers and cookies are texts, whatever a type says of them, or a test for lists of them: `as string | false | undefined`. */
const textual = (shape: Shape): Shape =>
  shape.kind === 'string' ? shape : (shape.alternatives?.find((alternative) => alternative.kind === 'string') ?? { kind: 'string' });

/**
 * A parameter of the path is one text: code that would take a list of them as well (`if (!(ids instanceof Array)) ids = [ids]`) says
 * what the list's elements are, and nothing makes an object of it. A schema may say more: validators make lists of texts.
 */
function single(shape: Shape): Shape {
  if (shape.kind === 'array') return shape.items ? single(shape.items) : { kind: 'string' };
  if (shape.kind === 'object') return { kind: 'string' };
  const { alternatives } = shape;
  if (!alternatives?.some(({ kind }) => kind === 'array' || kind === 'object')) return shape;
  const texts = alternatives.filter(({ kind }) => kind !== 'array' && kind !== 'object');
  return texts.length === 0 ? single(alternatives[0]!) : texts.length === 1 ? texts[0]! : { ...shape, alternatives: texts };
}

/** Query, header and cookie parameters, and what is known of the path's. */
export function parametersOf(
  endpoint: Endpoint,
  facts: Facts,
  path: readonly Parameter[],
  guarded: ReadonlySet<string>,
): readonly Parameter[] {
  const stated = partShape(facts, 'path');
  const parameters = path.map((parameter): Parameter => {
    const found = stated && memberShape(stated.shape, parameter.name);
    const property = stated?.shape.properties?.find((candidate) => candidate.name === parameter.name);
    const shape = found && (property?.source === 'schema' ? found : single(found));
    if (!shape || shape.kind === 'any') return parameter;
    const pattern = shape.pattern ?? parameter.pattern;
    // A parameter of the path is always there: nothing stands in for it.
    const { default: _standIn, ...own } = shape;
    return {
      ...parameter,
      type: shape.kind,
      shape: own,
      ...(pattern !== undefined && { pattern }),
      evidence: evidence(property?.source ?? 'code', property?.place ?? stated.evidence.place),
    };
  });
  for (const part of ['query', 'header', 'cookie'] as const) {
    const found = partShape(facts, part);
    for (const property of found?.shape.properties ?? []) {
      if (part === 'header' && (isCommon(property.name.toLowerCase()) || guarded.has(property.name))) continue;
      if (part === 'cookie' && guarded.has(property.name)) continue;
      // What comes in a query, header or cookie is text unless something makes it another kind.
      const shape =
        part !== 'query' && (property.source === 'type' || property.shape.kind === 'array' || property.shape.kind === 'object')
          ? textual(property.shape)
          : property.shape.kind === 'any'
            ? ({ ...property.shape, kind: 'string' } as const)
            : property.shape;
      parameters.push({
        name: property.name,
        in: part,
        type: shape.kind,
        ...(property.required && { required: true }),
        shape,
        evidence: evidence(property.source ?? 'code', property.place ?? found!.evidence.place),
      });
    }
  }
  void endpoint;
  return parameters;
}

const BODILESS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE']);

/** More than that there is a body: who logs requests looks at it, whatever comes. */
const tells = ({ path, shape }: Pick<Refinement, 'path' | 'shape'>): boolean =>
  path.length > 0 ||
  (shape.kind !== 'any' && shape.kind !== 'object' && shape.kind !== 'array') ||
  (shape.properties?.length ?? 0) > 0 ||
  shape.items !== undefined;

/** What the body holds; undefined when nothing is known of it. */
export function bodyOf(endpoint: Endpoint, facts: Facts, contentType: string, unparsed?: RequestBody): RequestBody | undefined {
  if (unparsed) return BODILESS.has(endpoint.method) ? undefined : unparsed;
  const isUpload = ({ part, path, shape }: Refinement): boolean => part === 'body' && path.length === 0 && shape.kind === 'file';
  const upload = facts.refinements.find(isUpload);
  if (upload) {
    // Fields that came with the file are read by their names.
    const fields = partShape({ ...facts, refinements: facts.refinements.filter((each) => !isUpload(each)) }, 'body')?.shape;
    return {
      contentType: 'multipart/form-data',
      shape: { kind: 'object', ...(fields?.kind === 'object' && fields.properties && { properties: fields.properties }), open: true },
      evidence: evidence(upload.source, upload.place),
    };
  }
  const found = partShape(facts, 'body');
  if (!found || isEmpty(found.shape, found.evidence)) {
    // Whatever is in it, something is done with it.
    const isWhole = ({ part, path }: Pick<Read, 'part' | 'path'>): boolean => part === 'body' && path.length === 0;
    const whole = facts.reads.find(isWhole) ?? facts.refinements.find((each) => isWhole(each) && takesAny(each, contentType));
    return whole && /^P(?:OST|UT|ATCH)$/.test(endpoint.method)
      ? { contentType, shape: whole.shape ?? { kind: 'object', open: true }, evidence: evidence('code', whole.place) }
      : undefined;
  }
  if (BODILESS.has(endpoint.method) && !facts.refinements.some((refinement) => refinement.part === 'body' && tells(refinement)))
    return undefined;
  return { contentType, shape: bounded(found.shape), evidence: found.evidence };
}

/** Files of any names are taken of a form. */
const takesAny = ({ shape }: Refinement, contentType: string): boolean =>
  contentType === 'multipart/form-data' && shape.kind === 'object' && shape.open === true && !shape.properties;

/** A check of all parts of a request at once (`{ ...body, ...params }`) may find in the body nothing of what it asks for. */
const isEmpty = (shape: Shape, { source }: Evidence): boolean =>
  shape.kind === 'any' || ((source === 'code' || (shape.kind === 'object' && !shape.open)) && !tells({ path: [], shape }));

export type { Read };
