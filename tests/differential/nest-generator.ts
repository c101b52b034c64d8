import type { Tape } from './tape.js';

/** A NestJS program of one file, `main.ts`: modules, controllers, guards, interceptors, pipes, middleware, prefixes and versions. */
export function nestProgram(tape: Tape): string {
  return new Writer(tape).program();
}

const GUARDS = ['GateGuard', 'WallGuard', 'MoatGuard'];
const INTERCEPTORS = ['TideInterceptor', 'WindInterceptor'];
const PIPES = ['SiftPipe', 'GrindPipe'];
const MIDDLEWARES = ['FogMiddleware', 'RainMiddleware', 'snow'];
const VERBS = ['Get', 'Post', 'Put', 'Patch', 'Delete', 'All'];

const HEAD = `import { All, CallHandler, CanActivate, Controller, Delete, ExecutionContext, forwardRef, Get, Injectable, MiddlewareConsumer, Module, NestInterceptor, NestMiddleware, Patch, PipeTransform, Post, Put, Query, RequestMethod, UseGuards, UseInterceptors, UsePipes, Version, VERSION_NEUTRAL, VersioningType } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR, APP_PIPE, NestFactory, RouterModule } from '@nestjs/core';
import { trace } from './trace';

${GUARDS.map((name) => `@Injectable() class ${name} implements CanActivate { canActivate(context: ExecutionContext) { trace('${name}'); return Boolean(context.switchToHttp().getRequest().url); } }`).join('\n')}
${INTERCEPTORS.map((name) => `@Injectable() class ${name} implements NestInterceptor { intercept(_context: ExecutionContext, next: CallHandler) { trace('${name}'); return next.handle(); } }`).join('\n')}
${PIPES.map((name) => `@Injectable() class ${name} implements PipeTransform { transform(value: unknown) { trace('${name}'); return value; } }`).join('\n')}
${MIDDLEWARES.slice(0, 2)
  .map(
    (name) =>
      `@Injectable() class ${name} implements NestMiddleware { use(_request: unknown, _response: unknown, next: () => void) { trace('${name}'); next(); } }`,
  )
  .join('\n')}
function snow(_request: unknown, _response: unknown, next: () => void) { trace('snow'); next(); }
`;

interface Made {
  readonly name: string;
  readonly paths: readonly string[];
  readonly methods: readonly string[];
  placed: boolean;
}

class Writer {
  private count = 0;
  private readonly controllers: Made[] = [];
  private versioned = false;
  private rootTaken = false;
  constructor(private readonly tape: Tape) {}

  private next(letter: string): string {
    return `${letter}${++this.count}`;
  }
  private some(names: readonly string[], oneIn: number): readonly string[] {
    return names.filter(() => this.tape.chance(oneIn));
  }
  private list(names: readonly string[], made: (name: string) => string = (name) => name): string {
    return names.map((name) => (this.tape.chance(4) ? `new ${name}()` : made(name))).join(', ');
  }

  program(): string {
    this.versioned = this.tape.chance(3);
    const classes = Array.from({ length: 1 + this.tape.pick(4) }, () => this.controller());
    const modules = Array.from({ length: 1 + this.tape.pick(3) }, () => this.module());
    return `${HEAD}\n${[...classes, ...modules.map((module) => module.text)].join('\n\n')}\n\n${this.root(modules.map((module) => module.name))}`;
  }

  private decorators(): string {
    const guards = this.some(GUARDS, 5),
      interceptors = this.some(INTERCEPTORS, 6),
      pipes = this.some(PIPES, 6);
    return [
      guards.length ? `@UseGuards(${this.list(guards)})` : '',
      interceptors.length ? `@UseInterceptors(${this.list(interceptors)})` : '',
      pipes.length ? `@UsePipes(${this.list(pipes)})` : '',
    ]
      .filter(Boolean)
      .join(' ');
  }

  private version(): string {
    return ["'1'", "'2'", "['2', '3']", 'VERSION_NEUTRAL'][this.tape.pick(4)]!;
  }

  private controller(): string {
    const name = this.next('Stall');
    const own = name.toLowerCase();
    const paths = [[own], [own], [own, `${own}-b`], [`${own}/:zone`], []][this.tape.pick(5)]!;
    const base = paths.length > 0 && this.controllers.length > 0 && this.tape.chance(5) ? this.tape.choose(this.controllers) : null;
    const path =
      paths.length === 0
        ? ''
        : paths.length > 1
          ? `[${paths.map((each) => `'${each}'`).join(', ')}]`
          : this.tape.chance(4)
            ? `'/${paths[0]}/'`
            : `'${paths[0]}'`;
    const argument =
      this.versioned && this.tape.chance(3)
        ? `{ ${path ? `path: ${path}, ` : ''}version: ${this.version()} }`
        : this.tape.chance(5) && path
          ? `{ path: ${path} }`
          : path;
    // What it inherits answers for it as well.
    const methods: string[] = base ? [...base.methods] : [];
    const body = Array.from({ length: 1 + this.tape.pick(3) }, () => this.method(methods, paths.length === 0)).join('\n');
    this.controllers.push({ name, paths, methods, placed: false });
    return `${this.decorators()}\n@Controller(${argument})\nclass ${name}${base ? ` extends ${base.name}` : ''} {\n${body}\n}`;
  }

  private method(methods: string[], atRoot: boolean): string {
    const name = this.next('m');
    const path = ['', `'${name}'`, `'${name}/:id'`, `['${name}', '${name}-b']`, `'/${name}/'`][this.tape.pick(5)]!;
    // A second method without a path of its own would answer for the first.
    const safe = path === '' && (methods.includes('') || (atRoot && this.rootTaken)) ? `'${name}'` : path;
    if (atRoot && safe === '') this.rootTaken = true;
    methods.push(safe === '' ? '' : safe.replace(/[[\]'/]/g, '').split(',')[0]!);
    const version = this.versioned && this.tape.chance(4) ? `@Version(${this.version()}) ` : '';
    return `  ${this.decorators()} ${version}@${this.tape.choose(VERBS)}(${safe}) ${name}(@Query('q') q: string) { return q ?? 'x'; }`;
  }

  private providers(): string {
    const app = (token: string, name: string): string =>
      [
        `{ provide: ${token}, useClass: ${name} }`,
        `{ provide: ${token}, useFactory: () => new ${name}() }`,
        `{ provide: ${token}, useValue: new ${name}() }`,
      ][this.tape.pick(3)]!;
    return [
      ...this.some(GUARDS, 7).map((name) => app('APP_GUARD', name)),
      ...this.some(INTERCEPTORS, 7).map((name) => app('APP_INTERCEPTOR', name)),
      ...this.some(PIPES, 7).map((name) => app('APP_PIPE', name)),
    ].join(', ');
  }

  private module(): { readonly name: string; readonly text: string } {
    const name = this.next('Yard');
    const own = this.controllers.filter((each) => !each.placed && this.tape.chance(2));
    for (const each of own) each.placed = true;
    const dynamic = this.tape.pick(4) === 3;
    const controllers = `controllers: [${own.map((each) => each.name).join(', ')}]`;
    const providers = `providers: [${this.providers()}]`;
    const statics = dynamic ? `  static forRoot() { return { module: ${name}, ${controllers}, ${providers} }; }\n` : '';
    return {
      name: dynamic ? `${name}.forRoot()` : name,
      text: `@Module({ ${dynamic ? '' : `${controllers}, ${providers}`} })\nclass ${name} {\n${statics}${this.configure(own)}}`,
    };
  }

  private configure(own: readonly Made[]): string {
    if (own.length === 0 || !this.tape.chance(2)) return '';
    const target = (): string => {
      const made = this.tape.choose(own);
      const at = made.paths[0];
      const options = [made.name, ...(at ? [`'${at}'`, `{ path: '${at}', method: RequestMethod.GET }`, `'${at}/*path'`] : []), `'*path'`];
      return this.tape.choose(options);
    };
    const exclude = (): string => {
      const made = this.tape.choose(own);
      return made.paths[0] && made.methods[0] && this.tape.chance(3) ? `.exclude('${made.paths[0]}/${made.methods[0]}')` : '';
    };
    const lines = Array.from(
      { length: 1 + this.tape.pick(2) },
      () => `consumer.apply(${this.tape.choose(MIDDLEWARES)})${exclude()}.forRoutes(${target()});`,
    );
    return `  configure(consumer: MiddlewareConsumer) { ${lines.join(' ')} }\n`;
  }

  private root(modules: readonly string[]): string {
    const rest = this.controllers.filter((each) => !each.placed);
    const routed = modules.filter((name) => !name.includes('(') && this.tape.chance(4));
    const imports = [
      ...modules.map((name) =>
        this.tape.chance(6) && !name.includes('(') ? `forwardRef(() => ${name})` : this.tape.chance(6) ? `Promise.resolve(${name})` : name,
      ),
      ...(routed.length
        ? [`RouterModule.register([${routed.map((name) => `{ path: 'at-${name.toLowerCase()}', module: ${name} }`).join(', ')}])`]
        : []),
    ];
    const first = this.controllers[0]!;
    const excluded = [
      ...(first.paths[0] && first.methods[0] && this.tape.chance(3)
        ? [
            this.tape.chance(2)
              ? `{ path: '${first.paths[0]}/${first.methods[0]}', method: RequestMethod.GET }`
              : `'${first.paths[0]}/${first.methods[0]}'`,
          ]
        : []),
    ];
    const prefix = this.tape.chance(3)
      ? `  fair.setGlobalPrefix('${this.tape.choose(['fair', '/fair', 'fair/ground'])}'${excluded.length ? `, { exclude: [${excluded.join(', ')}] }` : ''});\n`
      : '';
    const versioning = this.versioned
      ? `  fair.enableVersioning({ type: VersioningType.URI${['', ", defaultVersion: '1'", ", defaultVersion: ['1', '2']", ", prefix: 'rev'"][this.tape.pick(4)]!} });\n`
      : '';
    const globals = [
      ['useGlobalGuards', GUARDS],
      ['useGlobalInterceptors', INTERCEPTORS],
      ['useGlobalPipes', PIPES],
    ] as const;
    const global = globals
      .map(([method, names]) => {
        const used = this.some(names, 6);
        return used.length ? `  fair.${method}(${used.map((name) => `new ${name}()`).join(', ')});\n` : '';
      })
      .join('');
    return `@Module({ imports: [${imports.join(', ')}], controllers: [${rest.map((each) => each.name).join(', ')}], providers: [${this.providers()}] })\nclass FairModule {\n${this.configure(rest)}}\n\nasync function open() {\n  const fair = await NestFactory.create(FairModule, { logger: false });\n${prefix}${versioning}${global}  await fair.listen(0);\n}\nvoid open();\n`;
  }
}
