import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { joinForms, mountForms, pathForms, type PathForm } from './paths.js';
import { isApp, isOwnLayer, routerOf, stackOf, type App, type Layer, type Note, type Probe, type Route, type Router } from './probe.js';
import type { Did, Row, Step } from './row.js';

/** Sends requests for each route of the applications, with recorders around the program's own functions, and says what they did. */
export async function sendAll(probe: Probe, roots: readonly App[]): Promise<{ rows: Row[]; did: ReadonlyMap<unknown, Did> }> {
  const recorder = new Recorder();
  const targets: Target[] = [];
  for (const app of roots) {
    const router = routerOf(app);
    if (router) walk(probe, app, router, [{ model: '', url: '' }], [], targets, recorder);
  }
  const sent: (readonly [Sent, Sent])[] = [];
  for (const target of targets) {
    const url = target.form.url || '/';
    // Once more with what generated functions ask for, and with another text for a wildcard: not every request has more than one segment there.
    sent.push([await recorder.send(target, url, {}), await recorder.send(target, url.replaceAll('w1/w2', 'w1'), CREDENTIALS)]);
  }
  return { rows: targets.map((target, index) => rowOf(target, sent[index]!, recorder)), did: recorder.byFunction };
}

const CREDENTIALS: Readonly<Record<string, string>> = { authorization: 'Bearer token', 'x-full': '1' };

/** One registering call, method and address. */
interface Target {
  readonly root: App;
  /** What the call registered, the handler last. */
  readonly layers: readonly Layer[];
  readonly handler: Layer;
  readonly method: string;
  readonly form: PathForm;
  readonly base: string;
  readonly note: Note;
  readonly route: Route;
}

/** What a function did with the requests that came to it. To refuse one is neither. */
interface Behaviour {
  handedOn: boolean;
  answered: boolean;
}

interface Entered {
  readonly kind: 'use' | 'route' | 'param';
  readonly name: string;
  readonly layer: Layer | null;
  readonly route: Route | null;
  readonly note: Note | null;
}

interface Sent {
  readonly entered: readonly Entered[];
  /** The request came to the route. */
  readonly reached: boolean;
}

type How = 'hands on' | 'answers' | 'refuses';

/** A request under way. Whatever keeps it is made to hand it on, so that everything in front of the route runs. */
interface Run {
  readonly target: Target;
  readonly entered: Entered[];
  reached: boolean;
  /** Ends the turn of the function that runs now; false when none does. */
  settle: (how: How) => boolean;
  readonly finish: () => void;
}

/** Lists the routes in the order of the stacks and puts recorders around everything the program wrote. */
function walk(
  probe: Probe,
  root: App,
  router: Router,
  outer: readonly PathForm[],
  path: readonly Router[],
  targets: Target[],
  recorder: Recorder,
): void {
  if (path.includes(router)) return;
  recorder.aroundParameters(router);
  for (const layer of router.stack) {
    const note = probe.notes.get(layer);
    if (layer.route) {
      const forms = spelledOnce(pathForms(layer.route.path, probe.version));
      for (const prefix of outer) for (const form of forms) listRoute(probe, root, layer.route, prefix, joinForms(prefix, form), targets);
      for (const inner of layer.route.stack) recorder.around(inner, 'route', layer.route, probe.notes.get(inner) ?? null);
      continue;
    }
    if (!note || isOwnLayer(layer, probe.version)) continue;
    if (!stackOf(note.target)) {
      recorder.around(layer, 'use', null, note);
      continue;
    }
    const inner = isApp(note.target) ? routerOf(note.target) : (note.target as Router);
    if (inner)
      for (const prefix of outer)
        walk(
          probe,
          root,
          inner,
          spelledOnce(mountForms(note.path, probe.version)).map((form) => joinForms(prefix, form)),
          [...path, router],
          targets,
          recorder,
        );
  }
}

/** A path that one call names twice is one. */
const spelledOnce = (forms: readonly PathForm[]): PathForm[] => [...new Map(forms.map((form) => [form.model, form])).values()];

function listRoute(probe: Probe, root: App, route: Route, prefix: PathForm, form: PathForm, targets: Target[]): void {
  const calls = new Map<string, Layer[]>();
  for (const layer of route.stack) {
    const note = probe.notes.get(layer);
    if (!note || (note.all && layer.method !== undefined && layer.method !== 'get')) continue;
    const key = `${note.call} ${note.all ? 'ALL' : layer.method}`;
    calls.set(key, [...(calls.get(key) ?? []), layer]);
  }
  for (const [key, layers] of calls) {
    const handler = layers.at(-1)!;
    targets.push({
      root,
      layers,
      handler,
      method: key.split(' ')[1]!.toUpperCase(),
      form,
      base: prefix.url === '/' ? '' : prefix.url,
      note: probe.notes.get(handler)!,
      route,
    });
  }
}

class Recorder {
  private readonly behaviours = new Map<Layer, Behaviour>();
  /** Of a function that is registered several times, of all of them. */
  readonly byFunction = new Map<unknown, Behaviour>();
  private readonly parametersOf = new Set<Router>();
  private run: Run | null = null;

  didOf(layer: Layer): Behaviour {
    return this.behaviours.get(layer)!;
  }

  around(layer: Layer, kind: 'use' | 'route', route: Route | null, note: Note | null): void {
    if (this.behaviours.has(layer)) return;
    const behaviour: Behaviour = { handedOn: false, answered: false };
    this.behaviours.set(layer, behaviour);
    const { handle } = layer;
    if (handle.length > 3) {
      layer.handle = function errorHandler(error: unknown, _request: unknown, _response: unknown, next: unknown) {
        (next as (error: unknown) => void)(error);
      };
      return;
    }
    const common = this.byFunction.get(handle) ?? { handedOn: false, answered: false };
    this.byFunction.set(handle, common);
    const entered: Entered = { kind, name: handle.name, layer, route, note };
    const enter = (request: Request, response: ServerResponse, next: () => void): void => {
      const run = this.run!;
      const isTarget = run.target.handler === layer && run.target.base === (request.baseUrl ?? '');
      if (isTarget) run.reached = true;
      else run.entered.push(entered);
      this.turn(run, handle, [request, response], (how) => {
        if (how === 'hands on') behaviour.handedOn = common.handedOn = true;
        if (how === 'answers') behaviour.answered = common.answered = true;
        if (isTarget) {
          run.finish();
          return;
        }
        if (how !== 'hands on') reset(response);
        next();
      });
    };
    layer.handle = function recorded(request: unknown, response: unknown, next: unknown) {
      enter(request as Request, response as ServerResponse, next as () => void);
    };
  }

  aroundParameters(router: Router): void {
    if (this.parametersOf.has(router)) return;
    this.parametersOf.add(router);
    for (const name of Object.keys(router.params))
      router.params[name] = router.params[name]!.map((callback) => {
        const enter = (args: readonly unknown[], next: () => void): void => {
          const run = this.run!;
          const entered: Entered = { kind: 'param', name, layer: null, route: null, note: null };
          run.entered.push(entered);
          const [request, response, , ...rest] = args;
          this.turn(
            run,
            (a, b, c) => callback(a, b, c, ...rest),
            [request, response],
            (how) => {
              if (how !== 'hands on') reset(response as ServerResponse);
              next();
            },
          );
        };
        return function recordedParameter(...args: unknown[]) {
          enter(args, args[2] as () => void);
        };
      });
  }

  /** Calls one function. It hands on, answers, refuses (with a status from 400 on, an error or an exception) or keeps silent, which is an answer. */
  private turn(
    run: Run,
    called: (request: unknown, response: unknown, next: unknown) => unknown,
    [request, response]: readonly [unknown, unknown],
    after: (how: How) => void,
  ): void {
    let open = true;
    const settle: Run['settle'] = (how) => {
      // What comes when the request has ended is too late.
      if (!open || this.run !== run) return false;
      open = false;
      after(how);
      return true;
    };
    run.settle = settle;
    const refuse = (): boolean => settle('refuses');
    const waited = (): void => {
      if (open) native.setTimeout(() => settle('answers'), SILENCE);
    };
    try {
      const result = called(request, response, (error?: unknown) =>
        settle(error && error !== 'route' && error !== 'router' ? 'refuses' : 'hands on'),
      );
      if (result instanceof Promise) result.then(waited, refuse);
      else waited();
    } catch {
      refuse();
    }
  }

  /** Sends one request and waits until it has come to the end of the route, or of everything. */
  async send(target: Target, url: string, headers: Readonly<Record<string, string>>): Promise<Sent> {
    const entered: Entered[] = [];
    const run = await new Promise<Run>((resolve) => {
      const request = new IncomingMessage(new Socket()) as Request;
      request.method = target.method === 'ALL' ? 'GET' : target.method;
      request.url = url;
      Object.assign(request.headers, headers);
      const response = new ServerResponse(request);
      const started: Run = { target, entered, reached: false, settle: () => false, finish: () => resolve(started) };
      const end = (): ServerResponse => {
        // Express itself answers OPTIONS where nothing does.
        if (!started.settle(response.statusCode < 400 ? 'answers' : 'refuses')) started.finish();
        return response;
      };
      Object.assign(response, { end, write: () => true, writeHead: (status: number) => Object.assign(response, { statusCode: status }) });
      this.run = started;
      target.root.handle(request, response, started.finish);
    });
    this.run = null;
    return { entered, reached: run.reached };
  }
}

const native = { setTimeout };
/** So long, in milliseconds, a function may do nothing with a request. */
const SILENCE = 25;

interface Request extends IncomingMessage {
  baseUrl?: string;
}

/** The next function finds a response that nobody has begun. */
function reset(response: ServerResponse): void {
  response.statusCode = 200;
  for (const name of response.getHeaderNames()) response.removeHeader(name);
}

function rowOf(target: Target, [first, second]: readonly [Sent, Sent], recorder: Recorder): Row {
  const stepOf = ({ name, layer, route, note }: Entered): Step => ({
    name,
    ...recorder.didOf(layer!),
    route:
      route === null
        ? null
        : { registration: note!.call, method: note!.all ? 'ALL' : layer!.method!.toUpperCase(), own: route === target.route },
  });
  // Every request to the route runs what both of them ran.
  const entered = first.entered.filter(
    ({ layer }) => !second.reached || layer === null || second.entered.some((each) => each.layer === layer),
  );
  return {
    method: target.method,
    path: target.form.model || '/',
    url: target.form.url || '/',
    reached: first.reached,
    steps: entered.filter(({ kind }) => kind !== 'param').map(stepOf),
    functions: target.layers.map((layer) => recorder.didOf(layer)),
    handler: target.note.target instanceof Function ? target.note.target.name : '',
    params: entered.filter(({ kind }) => kind === 'param').map(({ name }) => name),
    sites: target.note.sites,
    late: target.note.late,
    registration: target.note.call,
  };
}
