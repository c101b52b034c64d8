import type { Diagnostic } from '../diagnostic.js';
import type {
  ChainEntry,
  Drop,
  Endpoint,
  EndpointSet,
  Evidence,
  Link,
  Parameter,
  RateLimit,
  Scheme,
  SecurityUse,
  Unresolved,
} from '../nodes/endpoint-set.js';
import type { Behaviour } from '../nodes/behaviour.js';
import { printSegments, type Path, type PathSyntax, type RawPart, type Segment } from '../nodes/path.js';
import type { BodyFacts, Handler, Item, Middleware, Program, Router } from '../nodes/route-tree.js';
import { isSpan, type Place } from '../nodes/span.js';
import { BARE_CAUSE, BARE_FILE, BARE_FLAGS, BARE_LITERAL, BARE_NAME, bareOr, isBare, printJson, quote, word } from './lexical.js';

/**
 * The text form of an IR: one node or attribute per line, nodes in their order (nothing is sorted), ending with a newline.
 * `parseProgram` and `parseEndpointSet` read it back without loss. What follows `;;` is for the reader only.
 */
export function printProgram(program: Program): string {
  return `${programLines(program).join('\n')}\n`;
}

export function printEndpointSet(set: EndpointSet): string {
  const names = nameTable(set.program);
  const lines = [
    'endpoint-set',
    '',
    ...set.endpoints.flatMap((endpoint) => [...endpointLines(endpoint, names), '']),
    ...block(set.drops.map(dropLine)),
    ...block(set.unresolved.map(unresolvedLine)),
    ...block(set.schemes.map(schemeLine)),
    ...block(set.links.map(linkLine)),
    ...block(set.diagnostics.flatMap(diagnosticLines)),
    ...programLines(set.program),
  ];
  return `${lines.join('\n')}\n`;
}

export function printIr(ir: Program | EndpointSet): string {
  return ir.kind === 'program' ? printProgram(ir) : printEndpointSet(ir);
}

const block = (lines: readonly string[]): readonly string[] => (lines.length === 0 ? [] : [...lines, '']);

// --- RouteTree ---

function programLines(program: Program): string[] {
  const names = nameTable(program);
  const lines = [
    'program',
    ...(program.roots.length === 0 ? [] : [`roots ${program.roots.map(word).join(' ')}`]),
    '',
    ...program.routers.flatMap((router) => [...routerLines(router, names), '']),
    ...block(program.handlers.flatMap(handlerLines)),
    ...block(program.middlewares.flatMap(middlewareLines)),
    ...(program.errors === undefined ? [] : block(['errors', ...program.errors.map((error) => `  error ${printJson(error)}`)])),
    ...(program.errorHandling === undefined
      ? []
      : block(['error-handling', ...program.errorHandling.map((handling) => `  handles ${printJson(handling)}`)])),
    ...block(program.diagnostics.flatMap(diagnosticLines)),
  ];
  lines.pop();
  return lines;
}

/** Names of handlers, middlewares and routers, for the remarks behind `;;`. */
type Names = ReadonlyMap<string, string>;

const nameTable = (program: Program): Names =>
  new Map([...program.handlers, ...program.middlewares, ...program.routers].map((node) => [node.id, node.name]));

function remark(names: Names, ids: readonly string[]): string {
  const known = ids.map((id) => names.get(id) ?? '');
  return known.some((name) => name !== '') ? ` ;; ${known.map((name) => (name === '' ? '-' : word(name))).join(' ')}` : '';
}

function routerLines(router: Router, names: Names): string[] {
  const flags = `${router.caseSensitive ? ' case-sensitive' : ''}${router.strict ? ' strict' : ''}`;
  return [
    `router ${word(router.id)} ${word(router.framework)} ${quote(router.name)} ${router.syntax}${flags} ${place(router.place)} {`,
    ...router.items.flatMap((item) => itemLines(item, router.syntax, names)).map(indent),
    '}',
  ];
}

function itemLines(item: Item, syntax: PathSyntax, names: Names): string[] {
  const start = `${word(item.id)} ${item.kind}`;
  switch (item.kind) {
    case 'use': {
      const phase = item.phase === undefined ? '' : ` phase ${quote(item.phase)}`;
      return [
        `${start} ${path(item.path, syntax)} ${word(item.middleware)}${phase} ${place(item.place)}${remark(names, [item.middleware])}`,
      ];
    }
    case 'route': {
      const chain = item.chain
        .map(
          (link) =>
            `${word(link.middleware)}${conditionalMark(link.conditional)}${link.phase === undefined ? '' : `~${quote(link.phase)}`}`,
        )
        .join(' ');
      const remarks = remark(names, [...item.chain.map((link) => link.middleware), item.handler]);
      return [
        `${start} ${word(item.method)} ${path(item.path, syntax)} [${chain}] -> ${word(item.handler)}${item.asMiddleware === undefined ? '' : ` as ${word(item.asMiddleware)}`}${item.passesOn ? ' passes-on' : ''}${item.inFront === undefined ? '' : ` in-front ${item.inFront}`}${item.notForHead ? ' not-for-head' : ''} ${place(item.place)}${remarks}`,
        ...item.via.map((span) => `  via ${place(span)}`),
        ...item.rows.map((span) => `  row ${place(span)}`),
        ...(item.contract === undefined ? [] : [`  states ${printJson(item.contract)}`]),
      ];
    }
    case 'mount': {
      const approximate = item.approximate === undefined ? '' : ` approximate ${word(item.approximate)}`;
      const only = item.only === undefined ? '' : ` only ${word(item.only.method)} ${path(item.only.path, syntax)}`;
      return [
        `${start} ${path(item.path, syntax)} -> ${word(item.target)} ${item.scope}${only}${approximate} ${place(item.place)}${remark(names, [item.target])}`,
      ];
    }
    case 'branch':
      return [
        `${start} ${quote(item.condition)} ${item.cause}${item.exhaustive ? ' exhaustive' : ''}${item.instead === undefined ? '' : ` instead ${printJson(item.instead)}`} ${place(item.place)} {`,
        ...item.arms.flatMap((arm) => ['arm {', ...arm.flatMap((inner) => itemLines(inner, syntax, names)).map(indent), '}']).map(indent),
        '}',
      ];
    case 'opaque': {
      const method = item.method === undefined ? '' : ` method ${word(item.method)}`;
      const known = item.path === undefined ? '' : ` path ${path(item.path, syntax)}`;
      const target = item.target === undefined ? '' : ` -> ${word(item.target)}`;
      return [`${start} ${item.what} ${word(item.diagnostic)}${method}${known}${target} ${place(item.place)}`];
    }
  }
}

/** `?` for true; `!` for a written-out false, which means the same as nothing but is kept. */
const conditionalMark = (conditional: boolean | undefined): string => (conditional === undefined ? '' : conditional ? '?' : '!');

const handlerLines = (handler: Handler): string[] => [
  `handler ${word(handler.id)} ${quote(handler.name)} ${place(handler.place)}`,
  ...behaviourLines(handler.behaviour),
];

/** One fact a line, as JSON: what a fact holds is data of the program, not syntax of the dump. */
function behaviourLines(behaviour: Behaviour | undefined): string[] {
  if (behaviour === undefined) return [];
  return [
    `  behaviour${behaviour.passesOn ? ' passes-on' : ''}${behaviour.leavesRoute ? ' leaves-route' : ''}${behaviour.mayAnswer ? ' may-answer' : ''}${behaviour.leaves.length === 0 ? '' : ` leaves ${printJson(behaviour.leaves)}`}${behaviour.denies === undefined ? '' : ` denies ${printJson(behaviour.denies)}`}${behaviour.exempts === undefined ? '' : ` exempts ${printJson(behaviour.exempts)}`}${behaviour.strategies === undefined ? '' : ` strategies ${printJson(behaviour.strategies)}`}${behaviour.refuses === undefined ? '' : ` refuses ${printJson(behaviour.refuses)}`}${behaviour.refusesStrangers === undefined ? '' : ` refuses-strangers ${printJson(behaviour.refusesStrangers)}`}${behaviour.shuts === undefined ? '' : ` shuts ${printJson(behaviour.shuts)}`}${behaviour.strangers === undefined ? '' : ` strangers ${printJson(behaviour.strangers)}`}${behaviour.encoding === undefined ? '' : ` encoding ${printJson(behaviour.encoding)}`}${behaviour.calls === undefined ? '' : ` calls ${printJson(behaviour.calls)}`}`,
    ...behaviour.reads.map((read) => `  read ${printJson(read)}`),
    ...behaviour.refinements.map((refinement) => `  refines ${printJson(refinement)}`),
    ...behaviour.data.map((use) => `  data ${printJson(use)}`),
    ...(behaviour.comparisons ?? []).map((comparison) => `  compares ${printJson(comparison)}`),
    ...behaviour.answers.map((answer) => `  answer ${printJson(answer)}`),
    ...behaviour.failures.map((failure) => `  fails ${printJson(failure)}`),
  ];
}

function middlewareLines(middleware: Middleware): string[] {
  const type = middleware.type === undefined ? '' : ` type ${middleware.type}`;
  const { origin, facts } = middleware;
  return [
    `middleware ${word(middleware.id)} ${quote(middleware.name)}${type}${origin ? ` origin ${quote(origin.module)} ${quote(origin.path)}` : ''} ${place(middleware.place)}`,
    ...(middleware.arguments === undefined ? [] : [`  arguments ${printJson(middleware.arguments)}`]),
    ...(middleware.said === undefined ? [] : [`  said ${printJson(middleware.said)}`]),
    ...(middleware.ways === undefined ? [] : [`  ways ${printJson(middleware.ways)}`]),
    ...(facts === undefined ? [] : [`  facts ${factsText(facts)}`]),
    ...behaviourLines(middleware.behaviour),
  ];
}

/** Lists that are empty are left out. */
function factsText(facts: BodyFacts): string {
  const lists = FACT_LISTS.filter((name) => facts[name].length > 0).map((name) => ` ${name} ${printJson(facts[name])}`);
  return `continues ${facts.continues} parameters ${facts.parameters}${lists.join('')}`;
}
export const FACT_LISTS = ['headers', 'cookies', 'query', 'calls', 'statuses', 'sets', 'reads'] as const;

function diagnosticLines(diagnostic: Diagnostic): string[] {
  return [
    `diagnostic ${word(diagnostic.id)} ${diagnostic.severity} ${word(diagnostic.code)} loss ${diagnostic.loss} ${place(diagnostic.place)}`,
    `  message ${quote(diagnostic.message)}`,
    ...diagnostic.related.map((related) => `  related ${place(related.place)} ${quote(related.message)}`),
    ...(diagnostic.help === undefined ? [] : [`  help ${quote(diagnostic.help)}`]),
  ];
}

// --- EndpointSet ---

function endpointLines(endpoint: Endpoint, names: Names): string[] {
  const lines = [
    `endpoint ${word(endpoint.id)} ${word(endpoint.method)} ${form(endpoint.segments)} -> ${word(endpoint.handler)}${remark(names, [endpoint.handler])}`,
  ];
  const add = (line: string): void => {
    lines.push(`  ${line}`);
  };
  if (endpoint.path !== printSegments(endpoint.segments)) add(`path ${quote(endpoint.path)}`);
  for (const step of endpoint.trail)
    add(`trail ${word(step.item)} in ${word(step.router)} ${form(step.segments)}${remark(names, [step.router])}`);
  for (const entry of endpoint.chain) add(chainLine(entry, names));
  if (endpoint.conditional !== undefined) add(endpoint.conditional ? 'conditional' : 'unconditional');
  if (endpoint.shadowedBy !== undefined) add(`shadowed-by ${word(endpoint.shadowedBy)}`);
  if (endpoint.key !== undefined) add(`key ${quote(endpoint.key)}`);
  if (endpoint.name !== undefined) add(`name ${quote(endpoint.name)}`);
  if (endpoint.handlerName !== undefined) add(`handler-name ${quote(endpoint.handlerName)}`);
  if (endpoint.source !== undefined) add(`source ${place(endpoint.source)}`);
  if (endpoint.parameters !== undefined) {
    add('parameters');
    for (const parameter of endpoint.parameters) add(parameterLine(parameter));
  }
  if (endpoint.requestBody !== undefined) add(`request-body ${printJson(endpoint.requestBody)}`);
  if (endpoint.responses !== undefined) {
    add('responses');
    for (const response of endpoint.responses) add(`  response ${printJson(response)}`);
  }
  if (endpoint.pagination !== undefined) add(`pagination ${printJson(endpoint.pagination)}`);
  if (endpoint.ownership !== undefined) add(`ownership ${printJson(endpoint.ownership)}`);
  if (endpoint.security !== undefined) {
    add('security');
    for (const use of endpoint.security) add(securityLine(use));
  }
  if (endpoint.rateLimit !== undefined) add(rateLimitLine(endpoint.rateLimit));
  if (endpoint.produces !== undefined) add(`produces ${printJson(endpoint.produces)}`);
  return lines;
}

function chainLine(entry: ChainEntry, names: Names): string {
  const from = entry.item === undefined ? '' : ` from ${word(entry.item)}`;
  const phase = entry.phase === undefined ? '' : ` phase ${quote(entry.phase)}`;
  return `chain ${word(entry.middleware)}${conditionalMark(entry.conditional)}${from}${phase}${remark(names, [entry.middleware])}`;
}

/** `parameters` and `security` have a line of their own, so that an empty list differs from an absent one. */
function parameterLine(parameter: Parameter): string {
  const type = parameter.type === undefined ? '' : ` type ${quote(parameter.type)}`;
  const pattern = parameter.pattern === undefined ? '' : ` pattern ${quote(parameter.pattern)}`;
  const required = parameter.required === undefined ? '' : parameter.required ? ' required' : ' optional';
  const shape = parameter.shape === undefined ? '' : ` shape ${printJson(parameter.shape)}`;
  return `  parameter ${parameter.in} ${quote(parameter.name)}${type}${pattern}${required}${shape} ${evidence(parameter.evidence)}`;
}

const securityLine = (use: SecurityUse): string =>
  `  uses ${quote(use.scheme)} ${use.required ? 'required' : 'optional'}${use.demand === undefined ? '' : ` demand ${printJson(use.demand)}`}${use.scopes === undefined ? '' : ` scopes ${printJson(use.scopes)}`} ${evidence(use.evidence)}`;

function rateLimitLine(limit: RateLimit): string {
  const windowMs = limit.windowMs === undefined ? '' : ` window-ms ${printJson(limit.windowMs)}`;
  const max = limit.max === undefined ? '' : ` max ${printJson(limit.max)}`;
  const scope = limit.scope === undefined ? '' : ` scope ${quote(limit.scope)}`;
  return `rate-limit${conditionalMark(limit.conditional)}${windowMs}${max}${scope} ${evidence(limit.evidence)}`;
}

const evidence = (value: Evidence): string => `evidence ${quote(value.source)} ${place(value.place)}`;

const dropLine = (drop: Drop): string => `drop ${word(drop.item)} ${drop.why} ${printJson(drop.count)}`;

function unresolvedLine(unresolved: Unresolved): string {
  const method = unresolved.method === undefined ? '' : ` method ${word(unresolved.method)}`;
  const known = unresolved.path === undefined ? '' : ` path ${quote(unresolved.path)}`;
  return `unresolved ${unresolved.what} ${word(unresolved.diagnostic)}${method}${known} ${place(unresolved.place)}`;
}

function schemeLine(scheme: Scheme): string {
  const http = scheme.scheme === undefined ? '' : ` scheme ${quote(scheme.scheme)}`;
  const where = scheme.in === undefined ? '' : ` in ${scheme.in}`;
  const parameter = scheme.parameter === undefined ? '' : ` parameter ${quote(scheme.parameter)}`;
  const from = scheme.obtainedFrom === undefined ? '' : ` obtained-from ${printJson(scheme.obtainedFrom)}`;
  return `scheme ${quote(scheme.name)} ${scheme.type}${http}${where}${parameter}${from} ${evidence(scheme.evidence)}`;
}

const linkLine = (link: Link): string =>
  `link ${quote(link.producer)} field ${quote(link.field)} -> ${quote(link.consumer)} as ${quote(link.usedAs)} ${evidence(link.evidence)}`;

// --- parts ---

const indent = (line: string): string => `  ${line}`;

function place(value: Place): string {
  return isSpan(value) ? `@${bareOr(BARE_FILE, value.file)}:${value.line}:${value.column}` : `@<${bareOr(BARE_CAUSE, value.synthetic)}>`;
}

/** The syntax is said only where it is not the router's own. */
function path(value: Path, inherited: PathSyntax): string {
  const raw = value.raw.length === 0 ? 'nothing' : value.raw.map(rawPart).join(' + ');
  const syntax = value.syntax === inherited ? '' : ` in ${value.syntax}`;
  const forms = value.forms === undefined ? '' : ` = ${value.forms.length === 0 ? 'none' : value.forms.map(form).join(' | ')}`;
  return `${raw}${syntax}${forms}`;
}

function rawPart(part: RawPart): string {
  switch (part.kind) {
    case 'text':
      return quote(part.text);
    case 'regexp':
      return `regexp ${quote(part.source)} ${quote(part.flags)}`;
    case 'hole':
      return `hole ${word(part.diagnostic)} ${quote(part.why)}`;
  }
}

/** Segments without loss: `/users/:id("\\d+")/*rest`; `printSegments` is for people and forgets patterns. */
const form = (segments: readonly Segment[]): string =>
  segments.length === 0 ? '/' : segments.map((segment) => `/${segmentText(segment)}`).join('');

function segmentText(segment: Segment): string {
  if (segment.kind !== 'mixed') return piece(segment, null);
  const plain = segment.pieces.length > 1 && segment.pieces.every((inner) => inner.kind !== 'mixed');
  return plain ? pieces(segment.pieces) : `<${pieces(segment.pieces)}>`;
}

const pieces = (list: readonly Segment[]): string =>
  list.map((inner, index) => (inner.kind === 'mixed' ? `<${pieces(inner.pieces)}>` : piece(inner, list[index - 1] ?? null))).join('');

function piece(segment: Exclude<Segment, { kind: 'mixed' }>, before: Segment | null): string {
  switch (segment.kind) {
    case 'lit':
      return isBare(BARE_LITERAL, segment.text) && !runsInto(before, segment.text) ? segment.text : `!${quote(segment.text)}`;
    case 'param':
      return `:${bareOr(BARE_NAME, segment.name)}${segment.pattern === undefined ? '' : `(${quote(segment.pattern)})`}`;
    case 'wild':
      return `*${segment.name === undefined ? '' : bareOr(BARE_NAME, segment.name)}`;
    case 'regexp':
      return `~${quote(segment.source)}${segment.flags === '' ? '' : bareOr(BARE_FLAGS, segment.flags)}${segment.text === undefined ? '' : `(${quote(segment.text)})`}`;
    case 'hole':
      return `{${word(segment.diagnostic)} ${quote(segment.why)}}`;
  }
}

/** A bare literal would be read as part of what stands before it. */
function runsInto(before: Segment | null, text: string): boolean {
  if (before === null) return false;
  if (before.kind === 'lit' || before.kind === 'regexp') return true;
  return (before.kind === 'param' || before.kind === 'wild') && isBare(BARE_NAME, text[0]!);
}
