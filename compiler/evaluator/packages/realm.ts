import type {
  AnyHostType,
  Call,
  Emit,
  HostType,
  ModuleModel,
  Observation,
  Observe,
  ObjectValue,
  Realm,
  Transfer,
  Value,
} from '@tool/scanner-sdk';
import type { Evaluator } from '../evaluator.js';
import { isControl } from '../signals.js';
import { Obj, Site, UNDEFINED, prop, unknown, type Native } from '../values/values.js';
import { TransferCall } from './transfer-call.js';

/** What the host of the evaluation adds to calls of transfer functions. */
export interface RealmHost {
  emit(site: Site): Emit;
  packageVersion(name: string, from: string): string | null;
  alias(prefix: string, folder: string): void;
  /** A transfer function threw: the model of this owner has a bug. */
  crashed(owner: string, error: unknown, site: Site): void;
}

/**
 * Brings the models of host modules into an evaluation: transfer functions become natives, host types become prototypes.
 * Each model sees only values and `emit`, never syntax.
 */
export class HostRealm {
  private readonly prototypes = new Map<AnyHostType, Obj>();
  private readonly prototypeObjects = new WeakSet<object>();
  private readonly recordPrototypes = new WeakMap<Obj, AnyHostType>();
  private readonly exported = new Map<ModuleModel, Value>();
  /** Whose models are being built; what they make is theirs. */
  private owner = '';
  /** The exports of what kind of module are being made. */
  private loads: 'hosts' | 'library' | null = null;
  constructor(
    private readonly evaluator: Evaluator,
    private readonly host: RealmHost,
  ) {
    evaluator.builtins.dynamicMember = (self) => this.dynamicMember(self);
    evaluator.builtins.addModules = (folder) => {
      this.host.alias('', folder);
    };
    evaluator.builtins.handedOut = (inner, object, to, args, site) => {
      const call = this.call(inner, object, args, site, null);
      object.host?.type.handedOut?.(call, this.host.emit(site), to.module, to);
      call.settle(UNDEFINED);
    };
    evaluator.builtins.piped = (inner, object, module, site) => {
      const call = this.call(inner, object, [], site, null);
      object.host?.type.piped?.(call, module);
      call.settle(UNDEFINED);
    };
    evaluator.builtins.assigned = (inner, object, key, value, site) =>
      this.recordTypeOf(object)?.assign?.(this.call(inner, object, [], site, null), key, value) ?? value;
    evaluator.builtins.isRecord = (object) => this.recordTypeOf(object) !== null;
    evaluator.builtins.taken = (inner, object, value, site) => {
      this.recordTypeOf(object)?.takes?.(this.call(inner, object, [], site, null), value);
    };
    evaluator.builtins.stated = (inner, object, types, site) => {
      object.host?.type.stated?.(this.call(inner, object, [], site, null), types);
    };
    evaluator.builtins.missing = (inner, object, key, site, what = 'missing') =>
      object.host?.type[what]?.(this.call(inner, object, [], site, null), key);
  }

  /** A method of a host object whose name only run time knows. */
  private dynamicMember(self: Value): Value | null {
    const transfer = self.kind === 'object' ? self.host?.type.dynamic : undefined;
    return transfer ? this.fn('', transfer) : null;
  }

  /** Runs a transfer function by itself, as if the program called it there. */
  run(transfer: Transfer, args: readonly Value[], site: Site): Value {
    const call = this.call(this.evaluator, UNDEFINED, args, site, null);
    const result = transfer(call, this.host.emit(site)) ?? UNDEFINED;
    call.settle(result);
    return result;
  }

  /** Lets an adapter run a function as its framework does for one request. */
  observe(observe: Observe, seen: Observation, site: Site): void {
    const call = new TransferCall(this, this.evaluator, this.host, UNDEFINED, [], site, null);
    call.throwsAtOnce = true;
    observe(call, seen);
  }

  /**
   * The exports of a modelled module: the same for all names that it has.
   * @param reachesHosts whether its functions may tell a host object something that their callers do not mention
   */
  load({ model, owner, reachesHosts }: { readonly model: ModuleModel; readonly owner: string; readonly reachesHosts: boolean }): Value {
    const known = this.exported.get(model);
    if (known) return known;
    const outer = { owner: this.owner, loads: this.loads };
    this.owner = owner;
    this.loads = reachesHosts ? 'hosts' : 'library';
    try {
      const value = model(this.realm());
      this.exported.set(model, value);
      return value;
    } finally {
      Object.assign(this, outer);
    }
  }

  /** A bug in a model ends the call it happens in; the program and the other models go on. */
  private guarded(owner: string, name: string, site: Site, run: () => Value | void): Value {
    const outer = this.owner;
    this.owner = owner;
    try {
      return run() ?? UNDEFINED;
    } catch (error) {
      if (owner === '' || isControl(error)) throw error;
      this.host.crashed(owner, error, site);
      return unknown(`the result of ${name}, where its adapter crashed`, site);
    } finally {
      this.owner = outer;
    }
  }

  private settled(call: TransferCall, run: (call: Call) => Value | void): Value {
    const result = run(call) ?? UNDEFINED;
    call.settle(result);
    return result;
  }

  private native(name: string, transfer: Transfer): Native {
    const { owner } = this;
    return (evaluator, self, args, site, newTarget) =>
      this.guarded(owner, name, site, () =>
        this.settled(new TransferCall(this, evaluator, this.host, self, args, site, newTarget), (call) =>
          transfer(call, this.host.emit(site)),
        ),
      );
  }

  fn(name: string, transfer: Transfer, properties?: Readonly<Record<string | symbol, Value>>): Obj {
    const fn = this.evaluator.native(name, this.native(name, transfer));
    fn.proto = this.evaluator.builtins.functionPrototype;
    for (const key of Reflect.ownKeys(properties ?? {})) fn.props!.set(key, prop((properties as Record<PropertyKey, Value>)[key]!));
    const { prototype } = properties ?? {};
    if (this.loads === 'hosts' && this.owner === '') this.evaluator.builtins.hostNatives.add(fn);
    if (this.owner !== '' && prototype?.kind === 'object' && this.prototypeObjects.has(prototype))
      this.evaluator.builtins.hostNatives.add(fn);
    return fn;
  }

  prototype(type: AnyHostType): Obj {
    let prototype = this.prototypes.get(type);
    if (prototype) return prototype;
    const { functionPrototype, objectPrototype } = this.evaluator.builtins;
    prototype = new Obj('Object', type.parent ? this.prototype(type.parent) : type.call ? functionPrototype : objectPrototype, null);
    this.prototypes.set(type, prototype);
    this.prototypeObjects.add(prototype);
    if (type.assign) this.recordPrototypes.set(prototype, type);
    prototype.props = new Map();
    for (const [name, transfer] of Object.entries(type.methods)) prototype.props.set(name, prop(this.fn(name, transfer), true));
    for (const [name, transfer] of Object.entries(type.getters ?? {}))
      this.evaluator.defineAccessor(prototype, name, 'get', this.evaluator.native(name, this.native(name, transfer)), true);
    for (const [name, transfer] of Object.entries(type.setters ?? {}))
      this.evaluator.defineAccessor(prototype, name, 'set', this.evaluator.native(name, this.native(name, transfer)), true);
    return prototype;
  }

  /** The type of a host object that says what its members hold, or of its nearest prototype that does. */
  private recordTypeOf(object: Obj): AnyHostType | null {
    if (object.host) return object.host.type.assign ? object.host.type : null;
    let at = object.proto;
    for (let hops = 0; at?.kind === 'object' && hops < 12; hops++) {
      const type = this.recordPrototypes.get(at as Obj);
      if (type) return type;
      at = (at as Obj).proto;
    }
    return null;
  }

  hostObject<Data>(
    type: HostType<Data>,
    data: Data,
    properties: Readonly<Record<string, Value>> | undefined,
    origin: Site | null,
  ): ObjectValue {
    const object = new Obj(type.call ? 'Function' : 'Object', this.prototype(type), origin);
    object.host = { type, data };
    if (this.loads === 'library' && data === null) this.evaluator.builtins.libraryExports.add(object);
    if (type.call) object.fn = { kind: 'native', call: this.on(object, type.name, type.call) };
    if (type.bound) this.bindMethods(object, type);
    if (properties) {
      object.props ??= new Map();
      for (const [key, value] of Object.entries(properties)) object.props.set(key, prop(value));
    }
    return object;
  }

  /** A native that works on the one object, whatever it is called on. */
  private on(object: Obj, name: string, transfer: Transfer): Native {
    const { owner } = this;
    return (evaluator, _self, args, site, newTarget) =>
      this.guarded(owner, name, site, () =>
        this.settled(new TransferCall(this, evaluator, this.host, object, args, site, newTarget), (call) =>
          transfer(call, this.host.emit(site)),
        ),
      );
  }

  /** Methods of the object's own, each of which knows it. */
  private bindMethods(object: Obj, type: AnyHostType): void {
    object.props = new Map();
    for (const [name, transfer] of Object.entries(type.methods)) {
      const fn = this.evaluator.native(name, this.on(object, name, transfer));
      fn.proto = this.evaluator.builtins.functionPrototype;
      object.props.set(name, prop(fn));
    }
  }

  private realm(): Realm {
    return new TransferCall(this, this.evaluator, this.host, UNDEFINED, [], null, null);
  }

  /** Everything a transfer function can ask about one call. */
  call(evaluator: Evaluator, receiver: Value, args: readonly Value[], site: Site, newTarget: Value | null): TransferCall {
    return new TransferCall(this, evaluator, this.host, receiver, args, site, newTarget);
  }
}
