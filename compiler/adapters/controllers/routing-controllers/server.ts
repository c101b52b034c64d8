import { concatText, mapText, type Call, type Emit, type Value } from '@tool/scanner-sdk';
import { declarationsOf, type Declarations, type StatedController, type StatedRoute } from '../declarations.js';
import { controllersDiagnostics } from '../diagnostics.js';
import { boundMethod, Instances } from '../instances.js';
import { listedClasses, loadAll } from '../load-classes.js';
import { exchangeOf, settled, type Platform } from '../koa-exchange.js';
import { handOn } from '../respond.js';
import { actionOf, failed, runAction, type ServerRules } from './action.js';
import { LIBRARY } from './decorators.js';
import { libraryError } from './errors.js';

/** Registers the controllers that are known on an application, in the order in which the library does it. */
export function registerAll(call: Call, emit: Emit, app: Value, options: Value, platform: Platform): void {
  new Server(call, emit, app, options, platform).register();
}

class Server {
  private readonly declarations: Declarations;
  private readonly instances: Instances;
  private readonly rules: ServerRules;
  private readonly prefix: Value;
  /** Keeps a request from being answered twice, in front of every action. */
  private readonly guard: Value;

  /** What routes are registered on: the application, or on Koa a router of the library's own. */
  private readonly router: Value;

  constructor(
    private readonly call: Call,
    private readonly emit: Emit,
    private readonly app: Value,
    private readonly options: Value,
    private readonly platform: Platform,
  ) {
    this.declarations = declarationsOf(call, LIBRARY);
    const { container } = this.declarations;
    this.instances = new Instances(container ? (at, cls) => at.invoke(at.get(container, 'get'), [cls], container) : null);
    const said = (name: string): Value | null => {
      const value = this.option(name);
      return call.isUndefined(value) ? null : value;
    };
    const on = (name: string): boolean => {
      const value = said(name);
      return value === null || call.truthy(value) !== false;
    };
    const member = (...names: readonly string[]): boolean =>
      call.truthy(names.reduce<Value>((at, name) => (at.kind === 'object' ? call.get(at, name) : call.const(undefined)), this.options)) ===
      true;
    this.rules = {
      platform,
      validates: on('validation'),
      spares: member('validation', 'skipMissingProperties') || member('validation', 'skipUndefinedProperties'),
      instances: on('classTransformer'),
      requires: member('defaults', 'paramOptions', 'required'),
      answersErrors: on('defaultErrorHandler'),
      currentUser: said('currentUserChecker'),
      authorization: said('authorizationChecker'),
    };
    // A prefix that only the environment knows is a hole: programs that read one refuse to start without it.
    const prefix = this.option('routePrefix');
    this.prefix = call.isUndefined(prefix) && !(prefix.kind === 'const' && prefix.taint !== null) ? call.const('') : prefix;
    this.guard = call.fn('routeGuard', (at) => {
      const exchange = exchangeOf(at, platform);
      if (exchange) handOn(at, exchange);
    });
    this.router = platform === 'koa' && call.module ? call.construct(call.module('@koa/router'), []) : app;
  }

  private option(name: string): Value {
    return this.options.kind === 'object' ? this.call.get(this.options, name) : this.call.const(undefined);
  }

  register(): void {
    const { call } = this;
    const chosen = {
      json: listedClasses(call, this.emit, LIBRARY, this.option('controllers')),
      middleware: listedClasses(call, this.emit, LIBRARY, this.option('middlewares')),
      interceptor: listedClasses(call, this.emit, LIBRARY, this.option('interceptors')),
    };
    if (chosen.json === null && !this.declarations.controllers.some((one) => isController(one)))
      loadAll(call, this.emit, LIBRARY, /@(?:Json)?Controller\s*\(/);
    const of = (kind: (one: StatedController) => boolean, classes: readonly Value[] | null): readonly StatedController[] => {
      const all = this.declarations.controllers.filter(kind);
      return classes === null ? all : all.filter((one) => classes.includes(one.cls));
    };
    const cors = this.option('cors');
    if (this.platform === 'koa' && call.module) this.on(call, this.app, 'use', [call.invoke(call.module('koa-bodyparser'), [])]);
    if (call.truthy(cors) === true && call.module)
      this.on(call, this.app, 'use', [
        call.invoke(call.module(this.platform === 'koa' ? '@koa/cors' : 'cors'), cors.kind === 'object' ? [cors] : []),
      ]);
    const middlewares = of((one) => one.kind === 'middleware', chosen.middleware);
    const interceptors = of((one) => one.kind === 'interceptor', chosen.interceptor).flatMap((one) => this.interceptor(one.cls));
    this.middlewares(middlewares, 'before');
    const controllers = of(isController, chosen.json);
    for (const controller of controllers)
      for (const route of this.declarations.routesOf(call, controller.cls)) this.action(controller, route, interceptors);
    if (controllers.length === 0) this.emit.report(controllersDiagnostics, 'no-controllers', { library: LIBRARY });
    if (this.platform === 'koa')
      for (const name of ['routes', 'allowedMethods'])
        this.on(call, this.app, 'use', [call.invoke(call.get(this.router, name), [], this.router)]);
    this.middlewares(middlewares, 'after');
  }

  /** Calls a method of the application or of the router from where a decorator stands. */
  private on(caller: Call, target: Value, method: string, args: readonly Value[]): void {
    const fn = caller.get(target, method);
    if (caller.isFunction(fn)) caller.invoke(fn, args, target);
  }

  private middlewares(all: readonly StatedController[], type: 'before' | 'after'): void {
    const { call } = this;
    const own = all
      .map((one) => ({ one, note: this.declarations.ofClass(call, one.cls, 'Middleware') }))
      .filter(({ note }) => (note[0] ? call.text(note[0]) : null) === type);
    const priority = (note: readonly Value[]): number => {
      const value = note[1] && call.constant(note[1]);
      return typeof value === 'number' ? value : 0;
    };
    for (const { one } of [...own].sort((a, b) => priority(b.note) - priority(a.note))) {
      const fn = this.middleware(one.cls);
      if (fn) this.on(one.caller, this.app, 'use', this.platform === 'koa' || call.text(this.prefix) === '' ? [fn] : [this.prefix, fn]);
    }
  }

  /** What the server is given for a middleware: of a class the method of its object, anything else as it is. */
  private middleware(value: Value): Value | null {
    const { call } = this;
    const prototype = call.isFunction(value) ? call.get(value, 'prototype') : call.const(undefined);
    const has = (name: string): boolean => prototype.kind === 'object' && call.isFunction(call.get(prototype, name));
    if (has('error')) return boundMethod(call, this.instances.of(call, value), 'error');
    if (!has('use')) return value;
    const bound = boundMethod(call, this.instances.of(call, value), 'use');
    const { rules } = this;
    if (!bound || !call.inPlaceOf) return bound;
    return call.inPlaceOf(
      bound,
      (at, emit) => {
        const exchange = exchangeOf(at, rules.platform);
        if (exchange)
          settled(
            at,
            emit,
            rules.platform,
            () => {
              at.awaited(at.invoke(bound, at.args));
            },
            (error) => failed(at, exchange, rules, false, error),
          );
      },
      { name: call.describe(value) },
    );
  }

  private interceptor(value: Value): readonly Value[] {
    const { call } = this;
    const prototype = call.isFunction(value) ? call.get(value, 'prototype') : call.const(undefined);
    const bound =
      prototype.kind === 'object' && call.isFunction(call.get(prototype, 'intercept'))
        ? boundMethod(call, this.instances.of(call, value), 'intercept')
        : call.isFunction(value)
          ? value
          : null;
    return bound ? [bound] : [];
  }

  private action(controller: StatedController, route: StatedRoute, general: readonly Value[]): void {
    const { call, declarations } = this;
    const { cls } = controller;
    const ofMember = (name: string): readonly Value[] => declarations.ofMember(call, cls, route.key, name);
    const first = (name: string): Value | null => ofMember(name)[0] ?? null;
    const ofBoth = (name: string): readonly Value[] => [...declarations.ofClass(call, cls, name), ...ofMember(name)];
    const instance = this.instances.of(call, cls);
    const method = call.get(instance, route.key);
    const json = controller.kind === 'json';
    const parameters = declarations.parametersOf(call, cls, route.key);
    const run = runAction(
      {
        method,
        instance,
        parameters,
        json,
        status: first('HttpCode'),
        onNull: first('OnNull'),
        onUndefined: first('OnUndefined'),
        redirect: first('Redirect'),
        template: first('Render'),
        interceptors: [...general, ...ofBoth('UseInterceptor').flatMap((one) => this.interceptor(one))],
      },
      this.rules,
    );
    const handler = call.inPlaceOf?.(method, run) ?? method;
    const before = ofBoth('UseBefore')
      .map((one) => this.middleware(one))
      .filter((one): one is Value => one !== null);
    const kinds = [...parameters.values()];
    const koa = this.platform === 'koa';
    const parsers = !koa && kinds.some((rule) => rule.kind === 'body') ? [this.ofPackage('body-parser', json ? 'json' : 'text')] : [];
    const uploads = kinds
      .filter((rule) => rule.kind === 'file' || rule.kind === 'files')
      .map((rule) => this.upload(rule.kind === 'file' ? 'single' : 'array', rule.name ?? ''));
    this.on(route.caller, this.router, route.method, [
      koa ? mapText(this.pathOf(controller, route), withoutLastSlash) : this.pathOf(controller, route),
      this.guard,
      ...before,
      ...parsers,
      ...this.authorization(ofBoth('Authorized'), json),
      ...uploads,
      handler,
    ]);
  }

  /** What `@Authorized(roles)` of the class or the method runs: the checker that the options name. */
  private authorization(stated: readonly Value[], json: boolean): readonly Value[] {
    const { call, rules } = this;
    if (stated.length === 0) return [];
    const roles = call.list(stated.flatMap((list) => call.elements(list) ?? []));
    const checker = rules.authorization;
    if (!checker || !call.isFunction(checker) || !call.inPlaceOf)
      return [call.unknown('the authorization checker', { module: LIBRARY, path: 'Authorized', args: [roles] })];
    const refused = (call.elements(roles) ?? []).length === 0 ? 'UnauthorizedError' : 'ForbiddenError';
    return [
      call.inPlaceOf(
        checker,
        (at, emit) => {
          const exchange = exchangeOf(at, rules.platform);
          if (!exchange) return;
          settled(
            at,
            emit,
            rules.platform,
            () => {
              const result = at.awaited(at.invoke(checker, [actionOf(at, exchange), roles]));
              if (at.alternatives(result).some((alternative) => at.truthy(alternative) !== true))
                at.invoke(
                  at.fn('refuse', (inner) => {
                    inner.mayThrow?.(
                      libraryError(
                        inner,
                        refused,
                        refused === 'UnauthorizedError' ? 'Authorization is required for request' : 'Access is denied for request',
                      ),
                    );
                  }),
                  [],
                );
            },
            (error) => failed(at, exchange, rules, json, error),
            () => handOn(at, exchange),
          );
        },
        { args: [roles], statuses: [refused === 'UnauthorizedError' ? 401 : 403] },
      ),
    ];
  }

  private ofPackage(module: string, member: string): Value {
    const { call } = this;
    return call.module
      ? call.invoke(call.get(call.module(module), member), [])
      : call.unknown(member, { module, path: `default.${member}()` });
  }

  private upload(kind: string, field: string): Value {
    const { call } = this;
    const module = this.platform === 'koa' ? '@koa/multer' : 'multer';
    const multer = call.module ? call.invoke(call.module(module), []) : call.unknown('multer', { module, path: 'default()' });
    return call.invoke(call.get(multer, kind), [call.const(field)], multer);
  }

  private pathOf(controller: StatedController, route: StatedRoute): Value {
    const { call, prefix } = this;
    const said = (value: Value): Value => (call.isUndefined(value) || (value.kind === 'const' && !value.value) ? call.const('') : value);
    const [base, own] = [said(controller.path), said(route.path)];
    const leading =
      prefix.kind === 'const' && typeof prefix.value === 'string' && prefix.value !== '' && !prefix.value.includes('/')
        ? call.const(`/${prefix.value}`)
        : prefix;
    const pattern = call.pattern(own);
    if (!pattern) return concatText(leading, concatText(base, own));
    const text = call.text(concatText(leading, base));
    return text === ''
      ? own
      : text === null
        ? call.unknown('a pattern below a path that is not known')
        : call.regexp(`^${text}${pattern.source.replace(/^\^/, '')}?$`, pattern.flags);
  }
}

/** The router of Koa is strict about a last slash, so the library leaves it out. */
const withoutLastSlash = (path: string): string => (path.length > 1 ? path.replace(/\/$/, '') : path);

const isController = (one: StatedController): boolean => one.kind === 'json' || one.kind === 'default';
