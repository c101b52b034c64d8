import type { BodyFacts, Json } from '@tool/ir';
import type { Call, Emit, HostType, ModuleModel, ObjectValue, Primitive, ProjectFiles, Realm, Transfer, Value } from '@tool/scanner-sdk';
import type { Evaluator } from './evaluator.js';
import { mayBeAbsent, presentOrUndefined } from './evaluator.js';
import { iterate } from './iterate.js';
import { delegatesOf } from './delegates.js';
import { loadFile, packageValue, readBinding } from './modules.js';
import * as paths from './paths.js';
import { ts } from './syntax.js';
import { patternOf } from './builtins/text.js';
import { environmentVariable } from './builtins/node.js';
import { ABSENT, Obj, Site, UNDEFINED, constant, plain, prop, unknown, withTaint, type Native } from './values.js';

/** Steps of something that a model evaluates by itself. */
const ATTEMPT_FUEL = 1_000_000;

/** What the host of the evaluation adds to calls of transfer functions. */
export interface RealmHost {
  emit(site: Site): Emit;
  packageVersion(name: string, from: string): string | null;
  alias(prefix: string, folder: string): void;
}

/**
 * Brings the models of host modules into an evaluation: transfer functions become natives, host types become prototypes.
 * Each model sees only values and `emit`, never syntax.
 */
export class HostRealm {
  private readonly prototypes = new Map<HostType<any>, Obj>();
  constructor(private readonly evaluator: Evaluator, private readonly host: RealmHost) {
    evaluator.builtins.dynamicMember = (self) => this.dynamicMember(self);
    evaluator.builtins.missing = (inner, object, key, site) => {
      const missing = object.host?.type.missing;
      return missing ? missing(this.call(inner, object, [], site, null), key) : undefined;
    };
  }

  /** A method of a host object whose name only run time knows. */
  private dynamicMember(self: Value): Value | null {
    const transfer = self.kind === 'object' ? self.host?.type.dynamic : undefined;
    return transfer ? this.fn('', transfer) : null;
  }

  /** Runs a transfer function by itself, as if the program called it there. */
  run(transfer: Transfer, args: readonly Value[], site: Site): Value { return transfer(this.call(this.evaluator, UNDEFINED, args, site, null), this.host.emit(site)) ?? UNDEFINED; }

  /** The exports of a modelled module. */
  load(model: ModuleModel): Value { return model(this.realm()); }

  private native(name: string, transfer: Transfer): Native {
    void name;
    return (evaluator, self, args, site, newTarget) => transfer(this.call(evaluator, self, args, site, newTarget), this.host.emit(site)) ?? UNDEFINED;
  }

  private fn(name: string, transfer: Transfer, properties?: Readonly<Record<string | symbol, Value>>): Obj {
    const fn = this.evaluator.native(name, this.native(name, transfer));
    fn.proto = this.evaluator.builtins.functionPrototype;
    for (const key of Reflect.ownKeys(properties ?? {})) fn.props!.set(key, prop((properties as Record<PropertyKey, Value>)[key]!));
    return fn;
  }

  prototype(type: HostType<any>): Obj {
    let prototype = this.prototypes.get(type);
    if (prototype) return prototype;
    prototype = new Obj('Object', type.call ? this.evaluator.builtins.functionPrototype : this.evaluator.builtins.objectPrototype, null);
    this.prototypes.set(type, prototype);
    prototype.props = new Map();
    for (const [name, transfer] of Object.entries(type.methods)) prototype.props.set(name, prop(this.fn(name, transfer), true));
    for (const [name, transfer] of Object.entries(type.getters ?? {})) this.evaluator.defineAccessor(prototype, name, 'get', this.evaluator.native(name, this.native(name, transfer)), true);
    return prototype;
  }

  private hostObject<Data>(type: HostType<Data>, data: Data, properties: Readonly<Record<string, Value>> | undefined, origin: Site | null): ObjectValue {
    const object = new Obj(type.call ? 'Function' : 'Object', this.prototype(type), origin);
    object.host = { type, data };
    if (type.call) object.fn = { kind: 'native', call: (evaluator, _self, args, site, newTarget) => type.call!(this.call(evaluator, object, args, site, newTarget), this.host.emit(site)) ?? UNDEFINED };
    if (properties) { object.props = new Map(); for (const [key, value] of Object.entries(properties)) object.props.set(key, prop(value)); }
    return object;
  }

  private realm(site: Site | null = null): Realm {
    const evaluator = this.evaluator;
    return {
      const: (value) => constant(value),
      list: (elements) => evaluator.list([...elements], site),
      record: (entries) => evaluator.record(Object.entries(entries), site),
      fn: (name, transfer, properties) => this.fn(name, transfer, properties),
      host: (type, data, properties) => this.hostObject(type, data, properties, site),
      prototype: (type) => this.prototype(type),
      unknown: (why, provenance) => unknown(why, site, provenance ? { module: provenance.module, path: provenance.path, args: provenance.args ?? null } : null),
      regexp: (source, flags) => evaluator.builtins.regexp(source, flags ?? '', site),
      environment: (name) => environmentVariable(evaluator, name),
      setEnvironment: (name, value) => { if (evaluator.host.environment(name) === undefined) evaluator.define(evaluator.builtins.environment, name, withTaint(value, `process.env.${name}`)); },
      project: projectFiles(evaluator, site?.module.file ?? `${evaluator.host.root}/package.json`, this.host),
      global: (name) => evaluator.builtins.globalObject.props?.get(name)?.value ?? UNDEFINED,
    };
  }

  /** Everything a transfer function can ask about one call. */
  call(evaluator: Evaluator, receiver: Value, args: readonly Value[], site: Site, newTarget: Value | null): Call {
    const context = evaluator.contextOf(site);
    const { node } = site;
    const host = this.host;
    const list = (value: Value): Obj | null => { const simple = plain(value); return simple.kind === 'object' && ((simple as Obj).elements || (simple as Obj).entries) ? (simple as Obj) : null; };
    const call: Call = {
      ...this.realm(site),
      receiver, args, isNew: newTarget !== null, newTarget,
      get span() { return site.span; },
      data: <Data>(value: Value, type: HostType<Data>): Data | null => {
        const simple = plain(value);
        return simple.kind === 'object' && simple.host?.type === type ? (simple.host.data as Data) : null;
      },
      get: (value, key) => evaluator.get(value, key, context, node),
      set: (value, key, to) => evaluator.set(value, key, to, context, node),
      entries: (value) => {
        const simple = plain(value);
        if (simple.kind !== 'object') return null;
        const object = simple as Obj;
        const entries = evaluator.keys(object).map((key) => [key, evaluator.get(object, key, context, node)] as const);
        return entries.length === 0 && object.open ? null : entries;
      },
      elements: (value) => { const own = list(value); return own ? iterate(evaluator, context, node, own).elements : null; },
      isOpen: (value) => { const simple = plain(value); return simple.kind === 'unknown' || (simple.kind === 'object' && (simple as Obj).open); },
      constant: (value): Primitive => evaluator.constantOf(value),
      isUndefined: (value) => { const simple = plain(value); return simple.kind === 'const' && simple.value === undefined; },
      text: (value) => { const text = evaluator.constantOf(value); return typeof text === 'string' ? text : null; },
      pattern: (value) => { const pattern = patternOf(plain(value)); return pattern && { source: pattern.source, flags: pattern.flags }; },
      isFunction: (value) => { const simple = plain(value); return simple.kind === 'object' && (simple as Obj).fn !== null; },
      arity: (value) => {
        const simple = plain(value);
        if (simple.kind !== 'object' || !(simple as Obj).fn || (simple as Obj).fn!.kind === 'native') return null;
        const length = evaluator.constantOf(evaluator.get(simple, 'length', context, node));
        return typeof length === 'number' ? length : null;
      },
      truthy: (value) => evaluator.truth(value).value,
      alternatives: (value) => (value.kind === 'oneOf' ? value.values.filter((alternative) => alternative !== ABSENT) : [value]),
      invoke: (fn, given, self) => evaluator.call(fn, self ?? UNDEFINED, given, context, node),
      construct: (fn, given) => evaluator.construct(fn, given, context, node),
      bind: (run) => {
        const { guard } = evaluator;
        return () => {
          const outer = evaluator.guard;
          evaluator.guard = guard;
          try { run(); } finally { evaluator.guard = outer; }
        };
      },
      attempt: (what, run) => evaluator.guarded(what, site, ATTEMPT_FUEL, run),
      later: (fn, given) => evaluator.later(() => { evaluator.call(fn, UNDEFINED, given, context, node); }, 'timer'),
      describe: (value) => evaluator.describe(value),
      json: (value) => literalJson(evaluator, value),
      awaited: (value) => evaluator.awaited(value),
      promise: (value) => evaluator.promise(value, site),
      delegates: (fn) => delegatesOf(evaluator, fn),
      markOpen: (value) => { if (value.kind === 'object') evaluator.setOpen(value as Obj); },
      module: (specifier) => packageValue(evaluator, specifier),
      packageVersion: (name) => host.packageVersion(name, site.module.file),
      parameterClasses: (value) => parameterClasses(evaluator, value),
    };
    return call;
  }
}

/** What the types of a constructor's parameters name, where that is a value: the compiler elides what is only a type. */
function parameterClasses(evaluator: Evaluator, value: Value): readonly (Value | null)[] | null {
  const simple = plain(value);
  const data = simple.kind === 'object' ? (simple as Obj).fn : null;
  if (data?.kind !== 'class') return null;
  const constructor = data.node.members.find((member): member is ts.ConstructorDeclaration => ts.isConstructorDeclaration(member) && member.body !== undefined);
  if (!constructor) return data.base ? parameterClasses(evaluator, data.base) : [];
  const context = evaluator.topContext(data.module);
  const named = (name: ts.EntityName): Value | null => {
    if (!ts.isIdentifier(name)) { const holder = named(name.left); return holder && evaluator.get(holder, name.right.text, context, name); }
    const binding = data.scope.find(name.text);
    return binding && (binding.lazy || binding.value) ? readBinding(binding, name.text) : null;
  };
  return constructor.parameters.map((parameter) => {
    if (!parameter.type || !ts.isTypeReferenceNode(parameter.type)) return null;
    const found = named(parameter.type.typeName);
    return found?.kind === 'object' && (found as Obj).fn ? found : found?.kind === 'unknown' && found.provenance ? found : null;
  });
}

function projectFiles(evaluator: Evaluator, from: string, host: RealmHost): ProjectFiles {
  const at = (path: string): string => paths.resolve(evaluator.host.root, path);
  return {
    workingDirectory: evaluator.host.root,
    directory: paths.dirname(from),
    readDirectory: (folder) => evaluator.host.readDirectory(at(folder)),
    exists: (path) => evaluator.host.exists(at(path)),
    readText: (path) => evaluator.host.readText(at(path)),
    load: (path) => {
      const resolution = evaluator.host.resolve(at(path), from, true);
      return (resolution.kind === 'source' || resolution.kind === 'json' ? loadFile(evaluator, resolution.file) : null) ?? unknown(`the module ${path}`);
    },
    alias: (prefix, folder) => host.alias(prefix, at(folder)),
  };
}

/** Literal JSON of a value; what is not literal is left out, and nothing is invented. Undefined when it is no literal or more than `budget` nodes. */
export function literalJson(evaluator: Evaluator, value: Value, budget = 200): Json | undefined {
  let left = budget;
  const convert = (item: Value, depth: number): Json | undefined => {
    if (--left < 0 || depth > 6) return undefined;
    const simple = plain(item);
    if (simple.kind === 'const') return simple.value === null || typeof simple.value === 'string' || typeof simple.value === 'boolean' || Number.isFinite(simple.value) ? (simple.value as Json) : undefined;
    if (simple.kind !== 'object') return undefined;
    const object = simple as Obj;
    if (object.fn || object.host || object.cls === 'Namespace') return undefined;
    if (object.elements) return object.elements.filter((element) => !mayBeAbsent(element)).map((element) => convert(presentOrUndefined(element), depth + 1)).filter((entry): entry is Json => entry !== undefined);
    if (object.cls !== 'Object') return undefined;
    const result: Record<string, Json> = {};
    for (const key of evaluator.keys(object)) {
      const own = evaluator.ownProperty(object, key);
      const entry = own && !own.get ? convert(own.value, depth + 1) : undefined;
      if (left < 0) return undefined;
      if (entry !== undefined && key !== '__proto__') result[key] = entry;
    }
    return result;
  };
  const result = convert(value, 0);
  return left < 0 ? undefined : result;
}

export type { BodyFacts };
