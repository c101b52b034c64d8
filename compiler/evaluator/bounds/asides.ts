import type { Value } from '@tool/scanner-sdk';
import { surroundingThis } from '../context.js';
import type { Evaluator } from '../evaluator.js';
import { outlineOf } from '../requests/kept-state.js';
import { namespaceKeys, namespaceMember, namespaceOf } from '../modules/module-exports.js';
import { packageValue } from '../modules/modules.js';
import { isOlder } from '../requests/observing.js';
import { Journal } from '../values/journal.js';
import type { Binding, Scope } from '../values/scope.js';
import { summarizeSyntax, textsIn, ts, type FunctionSummary } from '../language/syntax.js';
import { ABSENT, UNDEFINED, type Closure, type Frame, type ModuleRecord, type Obj } from '../values/values.js';

/** Values that are looked at before a call counts as one that may do anything. */
const MOST_VALUES = 5_000;

/**
 * A call of an asynchronous function that the program makes beside its set-up: nobody takes its result, and with all that it mentions and is
 * given there is nothing that it could tell a host object. Filling a database with examples, warming caches and counting for statistics are such calls.
 * Of a function that serves requests it is what a call does that is left alone, from its first wait on.
 */
export function isAside(evaluator: Evaluator, frame: Frame): boolean {
  if (evaluator.observer) return frame.isAwaited !== null && isLeftAlone(evaluator, frame);
  return isUnusedAsync(frame, ts.isAwaitExpression) && (frame.isAside ??= !reachesHost(evaluator, frame));
}

/** A call of a function that serves requests for which the request does not wait and which knows nothing of the request. */
const isLeftAlone = (evaluator: Evaluator, frame: Frame): boolean =>
  isUnusedAsync(frame, () => false) && (frame.isAside ??= !reachesRequest(evaluator, frame));

/** Whether nobody takes what an asynchronous function gives: its call is a statement, or is `around` and that is one. */
function isUnusedAsync({ fn, callNode }: Frame, around: (node: ts.Node) => boolean): boolean {
  const closure = fn?.fn;
  if (closure?.kind !== 'closure' || !closure.node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword)) return false;
  let node = callNode?.parent;
  while (node && (around(node) || ts.isVoidExpression(node) || ts.isParenthesizedExpression(node))) node = node.parent;
  return node !== undefined && ts.isExpressionStatement(node);
}

/**
 * Whether what follows the first wait of a call is left out: the request leaves the call alone, and the same function has been followed in it with
 * values of which as much is known. It does the same again.
 */
export function isRepeatedAside(evaluator: Evaluator, frame: Frame): boolean {
  if (!evaluator.observer || frame.isAwaited || !isLeftAlone(evaluator, frame)) return false;
  const { node } = frame.fn!.fn as Closure;
  const known = evaluator.leftAlone.get(node) ?? new Set();
  const given = frame.args.map(outlineOf).join(', ');
  if (known.has(given)) return true;
  evaluator.leftAlone.set(node, known.add(given));
  return false;
}

/** Steps of a call below which it is cheaper to follow it again than to tell whether that is the same again. */
const SHORT_CALL = 100;

/**
 * Follows a call of a function that serves requests, unless nobody takes what it gives and it does the same again: it knows nothing of the request, and when it
 * was followed with values of which as much is known, it came to its end, told nothing, threw nothing and changed nothing that was there before.
 */
export function followedOnce(evaluator: Evaluator, call: Pick<Frame, 'fn' | 'self' | 'args' | 'callNode'>, follow: () => Value): Value {
  const { observer, journal: outer, escaped, fuel } = evaluator;
  const fn = call.fn!;
  if (!observer || !isStatement(call.callNode) || hasOwnEnd((fn.fn as Closure).node)) return follow();
  const given = (): string => [call.self, ...call.args].map((value) => value && outlineOf(value)).join(', ');
  const known = evaluator.leftAlone.get(fn);
  if (known?.has(given()) && !reachesRequest(evaluator, call)) return UNDEFINED;
  const before = { steps: fuel.steps, told: observer.told, thrown: escaped?.length };
  const journal = (evaluator.journal = new Journal(outer));
  let isDone = false;
  try {
    const result = follow();
    isDone = fuel.steps - before.steps > SHORT_CALL && observer.told === before.told && escaped?.length === before.thrown;
    return result;
  } finally {
    evaluator.journal = outer;
    journal.keep();
    if (isDone && journal.isEmpty && !reachesRequest(evaluator, call)) evaluator.leftAlone.set(fn, (known ?? new Set()).add(given()));
  }
}

/** What a module exports by a getter is asked for from the file as a whole. */
const isStatement = (node: ts.Node | null): boolean => node?.parent !== undefined && ts.isExpressionStatement(node.parent);

/** It goes on when the call has returned. */
const hasOwnEnd = (node: ts.FunctionLikeDeclaration): boolean => {
  const { isAsync, isGenerator } = summarizeSyntax(node);
  return isAsync || isGenerator;
};

/** A request is known by objects that were made for it, by what it says, and to functions that were made while it was served. */
export const reachesRequest = (evaluator: Evaluator, { fn, self, args }: Pick<Frame, 'fn' | 'self' | 'args'>): boolean =>
  !isOlder(evaluator, fn!) || [self, ...args].some((value) => value && saysOfRequest(evaluator, value, new Set()));

function saysOfRequest(evaluator: Evaluator, value: Value, seen: Set<Value>): boolean {
  const says = (part: Value): boolean => saysOfRequest(evaluator, part, seen);
  switch (value.kind) {
    case 'const':
      return false;
    case 'template':
      return true;
    case 'unknown':
      return value !== ABSENT && (value.trace !== undefined || value.carries.length > 0);
    case 'oneOf':
      return value.values.some(says);
    case 'object': {
      const object = value as Obj;
      if (seen.has(object) || isOlder(evaluator, object)) return false;
      seen.add(object);
      const { elements, props, rest, merged, proto } = object;
      const members = [...(props?.values() ?? [])];
      if (object.host || object.fn || object.entries || object.internal || members.some((member) => member.get)) return true;
      return [...(elements ?? []), ...members.map((member) => member.value), ...(merged ?? []), rest, proto].some(
        (part) => part && says(part),
      );
    }
  }
}

/** Whether a call reaches, with all that it mentions and is given, a host object that it could tell something. */
export function reachesHost(evaluator: Evaluator, { fn, self, args }: Frame): boolean {
  const { node } = fn!.fn as Closure;
  if (evaluator.manyMentioned.has(node)) return true;
  const found = new Reach(evaluator).search([fn, self, ...args]);
  if (found === 'many') evaluator.manyMentioned.add(node);
  return found !== 'nothing';
}

/** The same for a function that a package is given and may call. */
export const reachesHostBy = (evaluator: Evaluator, fn: Obj): boolean => new Reach(evaluator, true).search([fn]) !== 'nothing';

/** The exports of a package of which a model knows those that the object has, and no others (`openModule` of the SDK). */
const isExports = ({ host }: Obj): boolean => host !== null && host.data === null && host.type.name === 'package' && !host.type.call;

/** Whether an export of a package may be told something: not the errors of a framework. */
const isTold = (name: PropertyKey): name is string => typeof name === 'string' && !/(?:Error|Exception)$/.test(name);

/** Looks for a host object on which something can be registered in all that can be reached from values; not by recursion: data may be deeper than the stack. */
class Reach {
  private readonly seen = new Set<unknown>();
  private readonly pending: { readonly value: Value; readonly from: Obj | null }[] = [];
  private readonly foundFrom = new Map<Obj, Obj | null>();
  /** Exports of packages of which a model knows some. */
  private readonly exports = new Set<Obj>();
  /** The functions and classes that were looked at, by their files. */
  private readonly looked = new Map<string, ts.Node[]>();
  /** The object whose parts are looked at. */
  private at: Obj | null = null;
  private isFound = false;
  /** @param runsModules whether modules are run that the program has not come to, to know what they export */
  constructor(
    private readonly evaluator: Evaluator,
    private readonly runsModules = false,
  ) {}

  search(values: Iterable<Value | null>): 'host' | 'many' | 'nothing' {
    this.addAll(values);
    for (let next = this.pending.pop(); next; next = this.pending.pop()) {
      this.at = next.from;
      this.look(next.value);
      if (this.isFound) {
        this.remember();
        return 'host';
      }
      if (this.seen.size > MOST_VALUES) return 'many';
    }
    return this.mentionsExport() ? 'host' : 'nothing';
  }

  /** What a model does not know of a package means nothing: a program that sends requests with `node:https` makes no server. */
  private mentionsExport(): boolean {
    for (const { props } of this.exports)
      for (const name of props?.keys() ?? [])
        if (isTold(name))
          for (const [file, nodes] of this.looked)
            if (this.evaluator.host.mentionsMember(file, name) && nodes.some((node) => textsIn(node).has(name))) return true;
    return false;
  }

  /** What leads to a host object now will lead there later. */
  private remember(): void {
    for (let { at } = this; at; at = this.foundFrom.get(at) ?? null) this.evaluator.reaching.add(at);
  }

  private add(value: Value | null): void {
    if (value && value.kind !== 'const' && value.kind !== 'template') this.pending.push({ value, from: this.at });
  }
  private addAll(values: Iterable<Value | null>): void {
    for (const value of values) this.add(value);
  }

  private look(value: Value): void {
    if (value.kind === 'unknown') this.isFound = value !== ABSENT && value.carries.length > 0;
    else if (value.kind === 'oneOf') this.addAll(value.values);
    else if (value.kind === 'object') this.lookAt(value as Obj);
  }

  private lookAt(object: Obj): void {
    if (object.host && !this.evaluator.builtins.libraryExports.has(object)) {
      if (isExports(object)) this.exports.add(object);
      else this.isFound = object.host.type.inert !== true;
      return;
    }
    if (this.seen.has(object)) return;
    this.seen.add(object);
    const { builtins, reaching } = this.evaluator;
    if (object === builtins.globalObject || object === builtins.objectPrototype || object === builtins.functionPrototype) return;
    if (reaching.has(object) || builtins.hostNatives.has(object)) {
      this.isFound = true;
      return;
    }
    this.foundFrom.set(object, this.at);
    this.at = object;
    if (object.cls === 'Namespace') this.addNamespace(object);
    else this.addParts(object);
  }

  private addParts(object: Obj): void {
    this.addFunction(object);
    this.addAll(object.elements ?? []);
    for (const [key, value] of object.entries?.values() ?? []) {
      this.add(key);
      this.add(value);
    }
    for (const { get, set, value } of object.props?.values() ?? []) {
      this.add(value);
      this.add(get);
      this.add(set);
    }
    this.add(object.proto);
  }

  private addFunction(object: Obj): void {
    const data = object.fn;
    if (data?.kind === 'bound') this.addAll([data.target, data.self, ...data.args]);
    if (data?.kind !== 'closure' && data?.kind !== 'class') return;
    const summary = summarizeSyntax(data.node);
    this.evaluator.summarized.add(data.node);
    const looked = this.looked.get(data.module.file);
    if (looked) looked.push(data.node);
    else this.looked.set(data.module.file, [data.node]);
    this.add(surroundingThis(object));
    if (data.kind === 'class') this.add(data.base);
    if (!summary.calls) return;
    this.addNames(summary, data.scope);
    this.addRequired(summary.required, data.module.file);
  }

  private addNames({ membersOf }: FunctionSummary, scope: Scope): void {
    for (const [name, members] of membersOf) {
      const binding = scope.find(name);
      if (!binding || this.seen.has(binding) || this.addMembers(binding, members)) continue;
      this.seen.add(binding);
      this.addBinding(binding);
    }
  }

  /** Of a module that has run, or a package, and is imported with all that it exports, only what is read of it can be told something. */
  private addMembers({ lazy, lazyFile, lazyPackage }: Binding, members: ReadonlySet<string> | null): boolean {
    if (!lazy || !members) return false;
    if (lazyFile === null) {
      const exports = lazyPackage === null ? null : (packageValue(this.evaluator, lazyPackage) as Obj);
      if (exports?.kind !== 'object' || !isExports(exports) || lazy() !== exports) return false;
      this.isFound ||= [...members].some((name) => isTold(name) && exports.props?.has(name));
      return true;
    }
    if (this.evaluator.modules.get(lazyFile)?.state !== 'done') return false;
    const value = lazy();
    if (value.kind !== 'object' || (value as Obj).cls !== 'Namespace') return false;
    this.addExports(value as Obj, members);
    return true;
  }

  private addNamespace(namespace: Obj): void {
    const { file, state } = namespace.internal as ModuleRecord;
    if (state === 'done') this.addExports(namespace, namespaceKeys(this.evaluator, namespace));
    else this.isFound ||= this.mayReach(file);
  }

  private addExports(namespace: Obj, names: Iterable<string>): void {
    for (const name of names) this.add(namespaceMember(this.evaluator, namespace, name));
  }

  /** Whether a file that has not run imports a framework, or loads what only run time names: plugins, the files of a folder. */
  private mayReach(file: string): boolean {
    return this.evaluator.host.reachesFramework(file) || this.evaluator.host.loadsUnnamed(file);
  }

  private addBinding({ lazy, lazyFile, lazyPackage, value }: Binding): void {
    if (!lazy) this.add(value);
    else if (lazyFile === null) {
      if (lazyPackage === null) this.isFound = true;
      else this.add(packageValue(this.evaluator, lazyPackage));
    }
    // What a module that has run exports is known; of the others only what they import. Files that pass on all others (`index.ts`) import everything.
    else if (this.evaluator.modules.get(lazyFile)?.state === 'done') this.add(lazy());
    else if (this.mayReach(lazyFile)) {
      if (this.runsModules && this.evaluator.modules.get(lazyFile)?.state !== 'running') this.add(lazy());
      else this.isFound = true;
    }
  }

  /** The same for what a function requires when it runs; a name that is computed may be that of any module. */
  private addRequired(specifiers: readonly string[] | null, file: string): void {
    const { host, modules } = this.evaluator;
    this.isFound ||= specifiers === null;
    for (const specifier of specifiers ?? []) {
      const resolution = host.resolve(specifier, file, true);
      if (resolution.kind === 'package') this.add(packageValue(this.evaluator, resolution.name));
      if (resolution.kind !== 'source') continue;
      const record = modules.get(resolution.file);
      if (record?.state === 'done') this.add(namespaceOf(this.evaluator, record));
      else this.isFound ||= this.mayReach(resolution.file);
    }
  }
}
