import type { Json, Span } from '@tool/ir';
import type { Value } from '@tool/scanner-sdk';
import { givesInList, givesItself, mostTelling, wordsSaid, wrappedBy } from './made-functions.js';
import {
  ABSENT,
  Site,
  UNDEFINED,
  literalJson,
  parametersOf,
  skipOuter,
  ts,
  type Evaluator,
  type Frame,
  type Obj,
} from '../../evaluator/index.js';

/** Calls of a chain such as `new App().use(…).use(…)`, two nodes each, and what stands around them. */
const MAX_HOPS = 200;

/** The variable, property or class field that a router was assigned to: itself, or what a chain of calls on it gives. */
export function variableName(site: Site): string {
  let node = site.node;
  for (let hops = 0; node?.parent && hops < MAX_HOPS; hops++) {
    const parent = node.parent as typeof node & {
      name?: typeof node;
      left?: typeof node;
      initializer?: unknown;
      right?: unknown;
      expression?: unknown;
    };
    if ('initializer' in parent && parent.initializer === node && parent.name) return parent.name.getText();
    if ('right' in parent && parent.right === node && parent.left)
      return parent.left
        .getText()
        .replace(/^this\./, '')
        .slice(0, 60);
    if ('body' in parent || 'statements' in parent || ('arguments' in parent && parent.expression !== node)) break;
    node = parent;
  }
  return '';
}

/** Wrappers around wrappers. */
const MAX_WRAPPERS = 4;

interface Described {
  readonly name: string;
  readonly place: Span | null;
  readonly origin?: { readonly module: string; readonly path: string };
  readonly arguments?: readonly Json[];
  readonly said?: readonly string[];
}

/** A larger literal is data, not a setting: it would be repeated at every endpoint that the middleware guards. */
const MAX_LITERAL = 600;

export const literalArguments = (evaluator: Evaluator, args: readonly Value[] | null): readonly Json[] | undefined => {
  if (!args || args.length === 0) return undefined;
  const literals = args.map((arg) => {
    const literal = literalJson(evaluator, arg);
    return literal !== undefined && JSON.stringify(literal).length <= MAX_LITERAL ? literal : null;
  });
  return literals.some((literal) => literal !== null) ? literals : undefined;
};

/** The function call that made a function, when that call is over: `auth` in `auth('admin')`. */
function factoryOf(evaluator: Evaluator, object: Obj, frame: Frame | null): Frame | null {
  const made = object.origin?.frame ?? null;
  if (!made?.fn || made.fn.fn?.kind !== 'closure') return null;
  for (let current = frame; current; current = current.parent) if (current === made) return null;
  return nameOf(evaluator, made.fn) === '' ? null : made;
}

const isFunction = (value: Value): boolean =>
  value.kind === 'object' && (value as Obj).fn != null && !(value as Obj).host && (value as Obj).fn!.kind !== 'class';

function ownName(object: Obj): string {
  const name = object.props?.get('name')?.value;
  return name?.kind === 'const' && typeof name.value === 'string' && name.value !== 'default' ? name.value : '';
}

/** A default export without a name is called what it was first imported as, and what a loader finds by its file like the file. */
const nameOf = (evaluator: Evaluator, object: Obj): string => ownName(object) || (evaluator.heldAs.get(object) ?? nameOfFile(object));

function nameOfFile(object: Obj): string {
  if (object.fn?.kind !== 'closure' || !isWholeExport(object.fn.node) || !object.origin?.span) return '';
  const [file = '', folder = ''] = object.origin.span.file
    .replace(/\.[^./]+$/, '')
    .split('/')
    .reverse();
  return file === 'index' ? folder : file;
}

/** `export default (…) => …`, `module.exports = function (…) {…}`: the file is this function. */
function isWholeExport(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isFunctionDeclaration(node)) return !node.name;
  if (ts.isExportAssignment(parent)) return true;
  return ts.isBinaryExpression(parent) && parent.right === node && parent.left.getText() === 'module.exports';
}

export function describeMiddleware(evaluator: Evaluator, value: Value, frame: Frame | null, depth = 0): Described {
  if (value.kind === 'unknown') {
    if (value.provenance) {
      const { before, args: own, path } = value.provenance;
      // What lets some requests by says nothing of the guard itself.
      const args = literalArguments(evaluator, before && path.endsWith('.unless()') ? [...before, ...(own ?? [])] : own);
      return {
        name: packageMemberName(value.provenance),
        place: value.origin?.span ?? null,
        origin: { module: value.provenance.module, path: value.provenance.path },
        ...(args && { arguments: args }),
      };
    }
    const written = writtenName(value);
    return { name: (!REGISTERS.test(written) && written) || (value.why.length <= 40 ? value.why : ''), place: value.origin?.span ?? null };
  }
  if (value.kind !== 'object') return { name: evaluator.describe(value), place: value.origin?.span ?? null };
  const object = unbound(value as Obj);
  const standIn = object.fn?.kind === 'native' ? object.fn.standsFor : undefined;
  if (standIn && (ownName(object) || !factoryOf(evaluator, object, frame))) {
    const args = literalArguments(evaluator, standIn.args);
    return { name: nameOf(evaluator, object), place: object.origin?.span ?? null, ...(args && { arguments: args }) };
  }
  const held = evaluator.heldAs.get(object) ?? '';
  const wrapped = depth < MAX_WRAPPERS ? wrappedBy(object) : null;
  if (wrapped) {
    const described = describeMiddleware(evaluator, wrapped, frame, depth + 1);
    if (described.name) return described;
  }
  const factory = factoryOf(evaluator, object, frame);
  if (factory) {
    const own = ownName(object);
    const made = nameOf(evaluator, factory.fn!);
    const gives = givesItself(factory, object);
    // What wraps a function of the program says less than what the program calls the result.
    const wraps = factory.args.some(isFunction) && held;
    const args = gives || givesInList(factory, object) ? literalArguments(evaluator, factory.args) : undefined;
    const said = args ? wordsSaid(factory) : [];
    return {
      name: wraps || mostTelling(gives ? [made, own, held] : [own, made, held]),
      place: object.origin?.span ?? null,
      ...(args && { arguments: args }),
      ...(said.length > 0 && { said }),
    };
  }
  const module = object.host?.type.module;
  return {
    name: nameOf(evaluator, object),
    place: object.origin?.span ?? null,
    ...(module !== undefined && { origin: { module, path: object.host!.type.name } }),
  };
}

/** `helmet` for `helmet()`, `json` for `express.json()`, `authenticate` for `passport.authenticate(…)`, `express-jwt` for `jwt().unless(…)`. */
function packageMemberName(provenance: { readonly module: string; readonly path: string }): string {
  const member = provenance.path
    .replace(/\(\)/g, '')
    .split('.')
    .filter((part) => part && part !== 'default' && part !== 'new' && part !== 'unless')
    .pop();
  const module = provenance.module.replace(/^@[^/]+\//, '').replace(/^node:/, '');
  return member && member !== module ? (module === 'express' || /^[a-z]+$/.test(member) ? member : `${module}.${member}`) : module;
}

/** Calls that register name what they register only by their arguments. */
const REGISTERS = /^(?:get|post|put|patch|delete|head|options|all|use|on|route|register)$/;

/** What the source calls a function that could not be computed: `checkIp` for `helpers.checkIp`, `favicon` for `express.favicon()`. */
function writtenName({ origin }: Value): string {
  if (!(origin instanceof Site)) return '';
  let { node } = origin;
  if (ts.isParameter(node)) return ts.isIdentifier(node.name) ? node.name.text : '';
  while (ts.isExpression(node)) {
    const inner = skipOuter(node);
    if (ts.isIdentifier(inner)) return inner.text;
    if (ts.isElementAccessExpression(inner)) return ts.isStringLiteralLike(inner.argumentExpression) ? inner.argumentExpression.text : '';
    if (ts.isPropertyAccessExpression(inner) && !/^(?:default|bind|call|apply)$/.test(inner.name.text)) return inner.name.text;
    if (!ts.isCallExpression(inner) && !ts.isNewExpression(inner) && !ts.isAwaitExpression(inner) && !ts.isPropertyAccessExpression(inner))
      break;
    node = inner.expression;
  }
  return '';
}

const unbound = (object: Obj): Obj =>
  object.fn?.kind === 'bound' && object.fn.target.kind === 'object' ? unbound(object.fn.target as Obj) : object;

/** Whether a function can pass a request on: its third parameter is what it would call. What is not known may. */
export function takesContinuation(value: Value): boolean {
  if (value.kind !== 'object') return value.kind === 'unknown' || value.kind === 'oneOf';
  const { fn } = unbound(value as Obj);
  return (
    fn != null &&
    (fn.kind !== 'closure' ||
      parametersOf(fn.node).length > 2 ||
      fn.node.parameters.some((parameter) => parameter.dotDotDotToken !== undefined))
  );
}

/** The handler behind wrappers: `catchAsync(controller.create)` is `create`. */
export function describeHandler(evaluator: Evaluator, value: Value, frame: Frame | null, depth = 0): Described {
  if (value.kind === 'oneOf')
    return describeHandler(evaluator, value.values.find((alternative) => alternative !== ABSENT) ?? UNDEFINED, frame, depth);
  if (value.kind === 'unknown') {
    const wrapped = value.provenance?.args?.find((arg) => arg.kind === 'object' && (arg as Obj).fn);
    if (wrapped && depth < MAX_WRAPPERS) {
      const described = describeHandler(evaluator, wrapped, frame, depth + 1);
      return { ...described, name: described.name || (evaluator.heldAs.get(value) ?? '') };
    }
    return { name: value.provenance ? packageMemberName(value.provenance) : '', place: value.origin?.span ?? null };
  }
  if (value.kind !== 'object') return { name: '', place: value.origin?.span ?? null };
  const object = unbound(value as Obj);
  if (object.fn?.kind === 'native' && object.fn.standsFor) return { name: ownName(object), place: object.origin?.span ?? null };
  const factory = factoryOf(evaluator, object, frame);
  const wrapped = factory?.args.find(isFunction);
  const held = evaluator.heldAs.get(object);
  if (wrapped && depth < MAX_WRAPPERS) {
    const described = describeHandler(evaluator, wrapped, frame, depth + 1);
    return described.name || held === undefined ? described : { ...described, name: held };
  }
  const maker = factory && givesItself(factory, object) ? nameOf(evaluator, factory.fn!) : '';
  return { name: ownName(object) || maker || (held ?? ''), place: object.origin?.span ?? null };
}
