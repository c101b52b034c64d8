import { handlerId, middlewareId, type Handler, type HandlerId, type Middleware, type MiddlewareId, type Span } from '@tool/ir';
import type { Emit, Observe, RunsAs, Value } from '@tool/scanner-sdk';
import type { Evaluator, Frame, Obj, Site } from '../../evaluator/index.js';
import type { FactsOfBodies } from '../bodies/facts-of-bodies.js';
import { describeHandler, describeMiddleware, literalArguments, takesContinuation } from './function-names.js';
import { factsBesides, type Asked } from './handed-over.js';

type MiddlewareInit = Parameters<Emit['middleware']>[1];
type HandlerInit = Parameters<Emit['handler']>[1];

/** A function to be run on a request of which nothing is known. */
export interface Observed {
  readonly id: MiddlewareId | HandlerId;
  readonly role: 'middleware' | 'handler';
  readonly value: Value;
  readonly site: Site;
  readonly observe?: Observe | undefined;
  readonly observeError?: ((error: Value) => Observe) | undefined;
  /** What beside the function decides how it is run, as the adapter says. */
  readonly runsAs?: RunsAs | undefined;
}

/** Numbers of functions: by function, and what it is called on. */
class Numbers<Id> {
  private readonly known = new Map<Value, Map<Value | undefined, Id>>();
  find(value: Value, on: Value | undefined): Id | undefined {
    return this.known.get(value)?.get(on);
  }
  /** Only an object is the same function wherever it is registered. */
  keep(value: Value, on: Value | undefined, id: Id): void {
    if (value.kind !== 'object') return;
    const ofValue = this.known.get(value);
    if (ofValue) ofValue.set(on, id);
    else this.known.set(value, new Map([[on, id]]));
  }
}

function codeOf(value: Value | undefined): unknown {
  const data = value?.kind === 'object' ? (value as Obj).fn : null;
  if (value?.kind === 'unknown' && value.provenance) return `${value.provenance.module} ${value.provenance.path} ${value.why}`;
  return data?.kind === 'closure' ? data.node : data?.kind === 'bound' ? codeOf(data.target) : value;
}

/** The handlers and middlewares that programs have registered. */
export class RegisteredFunctions {
  readonly handlers: Handler[] = [];
  /** How to run what was registered on a request, for the adapters that say so. */
  readonly observed: Observed[] = [];
  /** Middlewares that hand requests to routes of a package, and let them go on there. */
  readonly handing = new Map<MiddlewareId, Asked>();
  private readonly middlewares: { readonly id: MiddlewareId; readonly build: (facts: FactsOfBodies) => Middleware }[] = [];
  private readonly handlerIds = new Numbers<HandlerId>();
  private readonly middlewareIds = new Numbers<MiddlewareId>();
  private readonly handlerValues = new Map<HandlerId, { readonly value: Value; readonly site: Site }>();
  private readonly middlewareValues = new Map<MiddlewareId, Value>();
  private readonly observedHandlers = new Map<HandlerId, Observed>();

  constructor(private readonly evaluator: () => Evaluator) {}

  /** @param isKept whether it is one of the program: one that is registered while a request is served is not */
  middleware(value: Value, init: MiddlewareInit, site: Site, isKept: boolean): MiddlewareId {
    const known = this.middlewareIds.find(value, init?.on);
    const id = known ?? middlewareId(this.middlewares.length);
    if (known !== undefined || !isKept) return id;
    const { frame, span } = site;
    this.middlewares.push({ id, build: (facts) => this.build(id, value, init, span, frame, facts) });
    this.middlewareIds.keep(value, init?.on, id);
    this.middlewareValues.set(id, value);
    if (init?.observe || init?.observeError)
      this.observed.push({
        id,
        role: 'middleware',
        value,
        site,
        observe: init.observe,
        observeError: init.observeError,
        runsAs: init.runsAs,
      });
    return id;
  }

  /** @param isKept as of middlewares */
  handler(value: Value, init: HandlerInit, site: Site, isKept: boolean): HandlerId {
    const known = this.handlerIds.find(value, init?.on);
    const id = known ?? handlerId(this.handlers.length);
    if (known !== undefined || !isKept) return id;
    const described = describeHandler(this.evaluator(), value, site.frame);
    this.handlers.push({ id, name: init?.name ?? described.name, place: described.place ?? site.span });
    this.handlerValues.set(id, { value, site });
    this.handlerIds.keep(value, init?.on, id);
    if (init?.observe) {
      const observed: Observed = { id, role: 'handler', value, site, observe: init.observe, runsAs: init.runsAs };
      this.observed.push(observed);
      this.observedHandlers.set(id, observed);
    }
    return id;
  }

  /** What two functions have in common that are of the same code: the code, or else the value. */
  codeOf(id: HandlerId | MiddlewareId): unknown {
    return codeOf(this.handlerValues.get(id as HandlerId)?.value ?? this.middlewareValues.get(id as MiddlewareId)) ?? id;
  }

  /** A handler that lets requests go on, as it stands in front of others; null where it does not. */
  handlerInFront(id: HandlerId, passesOn?: true): MiddlewareId | null {
    const { value, site } = this.handlerValues.get(id) ?? {};
    if (value === undefined || site === undefined || !(passesOn || takesContinuation(value))) return null;
    const { observe, runsAs } = this.observedHandlers.get(id) ?? {};
    return this.middleware(value, observe && { observe, ...(runsAs && { runsAs }) }, site, true);
  }

  /** All middlewares, with what their bodies say. */
  built(facts: FactsOfBodies): Middleware[] {
    return this.middlewares.map(({ build }) => build(facts));
  }

  private build(id: MiddlewareId, value: Value, init: MiddlewareInit, place: Span, frame: Frame | null, bodies: FactsOfBodies): Middleware {
    const evaluator = this.evaluator();
    const described = describeMiddleware(evaluator, value, frame);
    const made = init?.arguments ? literalArguments(evaluator, init.arguments) : described.arguments;
    const stated = init?.facts;
    const found = typeof stated !== 'object' && value.kind === 'object' ? bodies.of(value as Obj) : undefined;
    const known = typeof stated === 'function' ? found && stated(found) : (stated ?? found);
    const asked = this.handing.get(id);
    const facts = known && asked ? factsBesides(known, asked) : known;
    return {
      id,
      name: init?.name ?? (described.name || (init?.otherwise ?? '')),
      place: described.place ?? place,
      ...(described.origin && { origin: described.origin }),
      ...(made && { arguments: made }),
      ...(described.said && !init?.arguments && { said: described.said }),
      ...(facts && { facts }),
      ...(init?.type !== undefined && { type: init.type }),
      ...(init?.ways && { ways: init.ways() }),
    };
  }
}
