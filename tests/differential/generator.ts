import { indent, Program, quote, type Block, type Format, type GeneratedProgram, type SourceFile } from './program.js';
import { Tape } from './tape.js';
import { handlerCode, middlewareArguments, middlewareCode, ownMiddlewareCode, stringCode } from './values.js';

/** Makes one set-up program from a tape of choices. The same tape gives the same program. */
export function generateProgram(choices: readonly number[], without: ReadonlySet<string> = new Set()): GeneratedProgram {
  const tape = new Tape(choices);
  const version = tape.choose([4, 5] as const);
  const format = tape.choose<Format>(['cjs', 'cjs', 'esm', 'ts']);
  return new Generator(new Program(tape, version, format, without)).run();
}

const METHODS = ['get', 'post', 'put', 'delete', 'patch', 'all', 'get', 'post', 'head', 'options'];
const MAX_DEPTH = 5;
const MAX_REGISTRATIONS = 40;

interface PlainRoute {
  readonly method: string;
  readonly path: string;
}

class Generator {
  private readonly tape: Tape;
  private readonly segments: string[] = [];
  private registrations = 0;
  /** Functions and classes that make a router or register on one can be used a second time under another prefix. */
  private readonly reusable: { file: SourceFile; name: string; kind: 'factory' | 'register' | 'router' }[] = [];

  /** One kind of timer for a program: between timeouts and immediates Node itself does not decide the order. */
  private readonly timer: 'setTimeout' | 'setImmediate';

  constructor(private readonly program: Program) {
    this.tape = program.tape;
    this.timer = this.tape.choose(['setImmediate', 'setTimeout']);
  }

  run(): GeneratedProgram {
    const { program, tape } = this;
    const entry = program.file('.');
    const app = tape.choose(['app', program.name()]);
    const isCjs = program.format === 'cjs';
    const form = program.without.has('async') ? Math.max(0, tape.pick(9) - 5) : tape.pick(9);
    const declare = `const ${app} = ${program.express(entry)}();`;
    const listen = tape.choose([
      `${app}.listen(3000);`,
      `${app}.listen(process.env.PORT || 3000, () => console.log('up'));`,
      `require('http').createServer(${app}).listen(8080);`,
      isCjs ? `module.exports = ${app};` : `export { ${app} };`,
    ]);
    const start = isCjs || !listen.startsWith('require') ? listen : `${app}.listen();`;
    const nestable = /^(module|export)/.test(start) ? `${app}.listen(0);` : start;
    if (form <= 3) {
      const block: Block = { file: entry, lines: [declare], async: !isCjs, depth: 0 };
      this.registrationsInto(block, app);
      entry.body.push(...block.lines);
      if (/^(module|export)/.test(start)) entry.tail.push(start);
      else entry.body.push(start);
    } else if (form === 4) {
      const block: Block = { file: entry, lines: [declare], async: true, depth: 1 };
      this.registrationsInto(block, app);
      const main = program.name('main');
      entry.body.push(
        `async function ${main}() {`,
        ...indent(block.lines),
        `  ${nestable}`,
        '}',
        tape.choose([`${main}();`, `${main}().catch((error) => { throw error; });`, `void ${main}();`]),
      );
    } else if (form === 5) {
      const block: Block = { file: entry, lines: [declare], async: false, depth: 1 };
      this.registrationsInto(block, app);
      entry.body.push('(function () {', ...indent(block.lines), `  ${nestable}`, '})();');
    } else if (form === 6) {
      const owner = program.name('Server');
      const block: Block = { file: entry, lines: [], async: false, depth: 1 };
      this.registrationsInto(block, 'this.app');
      entry.body.push(
        `class ${owner} {`,
        `  app${program.type('any')} = ${program.express(entry)}();`,
        '  constructor() {',
        '    this.setUp();',
        '  }',
        '  setUp() {',
        ...indent(indent(block.lines)),
        '  }',
        '  start() { this.app.listen(1); }',
        '}',
        tape.choose([`new ${owner}().start();`, `const instance = new ${owner}();\ninstance.start();`]),
      );
    } else if (form === 7) {
      const create = program.name('create');
      const other = program.file();
      const block: Block = { file: other, lines: [`const ${app} = ${program.express(other)}();`], async: false, depth: 1 };
      this.registrationsInto(block, app);
      other.body.push(`function ${create}() {`, ...indent(block.lines), `  return ${app};`, '}');
      other.exports.push(create);
      entry.body.push(`${program.link(entry, other, create)}().listen(3000);`);
    } else {
      // The application lives in a module of its own; others register on that single one.
      const home = program.file();
      home.body.push(`const ${app} = ${program.express(home)}();`);
      home.exports.push(app);
      const block: Block = { file: entry, lines: [], async: !isCjs, depth: 0 };
      const local = program.name();
      block.lines.push(`const ${local} = ${program.link(entry, home, app)};`);
      this.registrationsInto(block, local);
      if (tape.chance(2)) {
        const side = program.file();
        const sideBlock: Block = { file: side, lines: [], async: false, depth: 1 };
        const sideLocal = program.name();
        sideBlock.lines.push(`const ${sideLocal} = ${program.link(side, home, app)};`);
        this.registrationsInto(sideBlock, sideLocal);
        side.body.push(...sideBlock.lines);
        const specifier = program.specifier(entry, side);
        if (isCjs) block.lines.push(`require('${specifier}');`);
        else entry.imports.push(`import '${specifier}';`);
      }
      entry.body.push(...block.lines, `${local}.listen(3000);`);
    }
    return program.finish(entry);
  }

  /** A few registrations on the receiver, one after the other. */
  private registrationsInto(block: Block, receiver: string, atLeast = 1): void {
    const count = atLeast + this.tape.pick(5);
    for (let index = 0; index < count; index++) {
      if (this.registrations > MAX_REGISTRATIONS) return;
      this.registration(block, receiver);
    }
  }

  private registration(block: Block, receiver: string): void {
    this.registrations++;
    const deep = block.depth >= MAX_DEPTH;
    const choice = this.tape.pick(16);
    if (choice <= 4) return this.route(block, receiver);
    if (choice <= 6) return this.use(block, receiver);
    if (choice === 7) return this.table(block, receiver);
    if (choice === 8) return this.other(block, receiver);
    if (deep) return this.route(block, receiver);
    if (choice <= 11) return this.mount(block, receiver);
    if (choice <= 13) return this.wrapped(block, receiver);
    if (choice === 14) return this.helper(block, receiver);
    return this.classBased(block, receiver);
  }

  private segment(): string {
    if (this.segments.length > 0 && this.tape.chance(4) && !this.program.without.has('repeats')) return this.tape.choose(this.segments);
    const segment = `/${this.program.name()}`;
    this.segments.push(segment);
    return segment;
  }

  /** A path of a route, as the framework's version writes it. */
  private path(): string {
    const { version } = this.program;
    const parameter = (): string => this.program.name('p');
    switch (this.tape.pick(14)) {
      default:
        return this.segment();
      case 6:
        return '/';
      case 7:
        return `${this.segment()}/:${parameter()}`;
      case 8:
        return `/:${parameter()}`;
      case 9:
        return `${this.segment()}/:${parameter()}${this.segment()}`;
      case 10:
        return this.segment() + this.segment();
      case 11:
        return version === 4 ? `${this.segment()}/:${parameter()}?` : `${this.segment()}{/:${parameter()}}`;
      case 12:
        return version === 4 ? `${this.segment()}/*` : `${this.segment()}/*${parameter()}`;
      case 13:
        return version === 4 ? `${this.segment()}/:${parameter()}(\\d+)` : `${this.segment()}/:${parameter()}/`;
    }
  }

  private prefix(): string {
    switch (this.tape.pick(8)) {
      default:
        return this.segment();
      case 5:
        return this.segment() + this.segment();
      case 6:
        return `${this.segment()}/:${this.program.name('p')}`;
      case 7:
        return '/';
    }
  }

  private code(block: Block, text: string): string {
    return stringCode(this.program, block, text);
  }

  private method(): string {
    return this.tape.choose(METHODS);
  }

  private route(block: Block, receiver: string): void {
    const { program, tape } = this;
    const path = this.path();
    const method = this.method();
    const middlewares = middlewareArguments(program, block);
    const handler = handlerCode(program, block);
    const args = [this.code(block, path), ...middlewares, handler].join(', ');
    const any = program.format === 'ts' ? ' as any' : '';
    switch (tape.pick(24)) {
      default:
        block.lines.push(`${receiver}.${method}(${args});`);
        return;
      case 22:
      case 23:
        this.sameRequests(block, receiver);
        return;
      case 6:
        block.lines.push(`${receiver}['${method}'](${args});`);
        return;
      case 7: {
        const name = program.name();
        block.lines.push(`const ${name} = ${this.code(block, method)};`, `(${receiver}${any})[${name}](${args});`);
        return;
      }
      case 8:
        block.lines.push(`${receiver}.route(${this.code(block, path)}).${method}(${[...middlewares, handler].join(', ')});`);
        return;
      case 9:
        block.lines.push(
          `${receiver}.route(${this.code(block, path)})`,
          `  .${method}(${[...middlewares, handler].join(', ')})`,
          `  .${method === 'put' ? 'post' : 'put'}(${[...middlewareArguments(program, block), handlerCode(program, block)].join(', ')});`,
        );
        return;
      case 10: {
        const second = `.${this.method()}(${[this.code(block, this.path()), ...middlewareArguments(program, block), handlerCode(program, block)].join(', ')});`;
        block.lines.push(`${receiver}`, `  .${method}(${args})`, `  ${second}`);
        return;
      }
      case 11: {
        const name = program.name();
        block.lines.push(
          `const ${name}${program.type('any')} = [${args}];`,
          tape.choose([
            `${receiver}.${method}(...${name});`,
            `${receiver}.${method}.apply(${receiver}, ${name});`,
            `Reflect.apply(${receiver}.${method}, ${receiver}, ${name});`,
          ]),
        );
        return;
      }
      case 12:
        block.lines.push(`${receiver}.${method}.call(${receiver}, ${args});`);
        return;
      case 13: {
        const name = program.name();
        block.lines.push(
          `const ${name} = ${receiver}.${method}.bind(${receiver}${tape.chance(2) ? `, ${this.code(block, path)});` : ');'}`,
        );
        const bound = block.lines.at(-1)!.includes(`(${receiver}, `);
        block.lines.push(`${name}(${bound ? [...middlewares, handler].join(', ') : args});`);
        return;
      }
      case 14:
        block.lines.push(
          `${receiver}.${method}([${this.code(block, path)}, ${this.code(block, this.segment())}], ${[...middlewares, handler].join(', ')});`,
        );
        return;
      case 15: {
        const name = program.name();
        block.lines.push(
          `for (const ${name} of ${tape.choose([`['get', 'post']`, `new Set(['put', 'patch'])`, `Object.keys({ get: 1, delete: 2 })`])}) (${receiver}${any})[${name}](${args});`,
        );
        return;
      }
      case 16: {
        const name = program.name();
        block.lines.push(`['post', 'patch'].forEach(function (${name}) { (${receiver}${any})[${name}](${args}); });`);
        return;
      }
      case 17: {
        const name = program.name();
        block.lines.push(
          `const ${name}${program.type('any')} = { method: '${method}', path: ${this.code(block, path)}, run: [${[...middlewares, handler].join(', ')}] };`,
          `(${receiver}${any})[${name}.method](${name}.path, ...${name}.run);`,
        );
        return;
      }
      case 18: {
        const name = program.name();
        block.lines.push(
          `const ${name} = (path${program.type('any')}, ...rest${program.type('any')}) => ${receiver}.${method}(path, ...rest);`,
          `${name}(${args});`,
        );
        if (tape.chance(2)) block.lines.push(`${name}(${this.code(block, this.path())}, ${handlerCode(program, block)});`);
        return;
      }
      case 19: {
        const name = program.name();
        block.lines.push(
          `const ${name} = ${receiver}.route(${this.code(block, path)});`,
          `${name}.get(${[...middlewares, handler].join(', ')});`,
          `${name}.delete(${handlerCode(program, block)});`,
        );
        return;
      }
      case 20:
        block.lines.push(
          `${receiver}.route(${this.code(block, path)}).all(${middlewareCode(program, block)}).${method === 'all' ? 'get' : method}(${[...middlewares, handler].join(', ')});`,
        );
        return;
      case 21: {
        const name = program.name();
        block.lines.push(
          `const { path: ${name}Path, handlers: ${name}Handlers }${program.type('any')} = { path: ${this.code(block, path)}, handlers: { main: ${handler} } };`,
          `${receiver}.${method}(${name}Path, ${[...middlewares, `${name}Handlers.main`].join(', ')});`,
        );
        return;
      }
    }
  }

  /** Several registrations for the same requests: only hand on, answer, answer some; of one method or of all, of one path or of what is below it. */
  private sameRequests(block: Block, receiver: string): void {
    const { program, tape } = this;
    const path = this.path();
    const method = this.method();
    const stem = path.replace(/\/$/, '');
    const below = program.version === 4 ? `${stem}/*` : `${stem}/*${program.name('p')}`;
    const count = 1 + tape.pick(3);
    for (let index = 0; index < count; index++) {
      const functions = [...middlewareArguments(program, block), ownMiddlewareCode(program, block)];
      switch (tape.pick(11)) {
        default:
          block.lines.push(`${receiver}.${method}(${[this.code(block, path), ...functions].join(', ')});`);
          break;
        case 8:
          // A request of HEAD comes to routes of GET as well.
          block.lines.push(
            `${receiver}.get(${[this.code(block, path), ...functions].join(', ')});`,
            `${receiver}.head(${[this.code(block, path), handlerCode(program, block)].join(', ')});`,
          );
          break;
        case 9:
          // Unless both are of one route.
          block.lines.push(
            `${receiver}.route(${this.code(block, path)}).get(${functions.join(', ')}).head(${handlerCode(program, block)});`,
          );
          break;
        case 10:
          // A parser is the last one.
          block.lines.push(
            `${receiver}.${method}(${[this.code(block, path), ...functions.slice(0, -1), `${program.express(block.file)}.${tape.choose(['json', 'urlencoded'])}({ extended: true })`].join(', ')});`,
          );
          break;
        case 3:
          block.lines.push(`${receiver}.all(${[this.code(block, path), ...functions].join(', ')});`);
          break;
        case 4:
          block.lines.push(`${receiver}.all(${[this.code(block, below), ...functions].join(', ')});`);
          break;
        case 5:
          block.lines.push(
            `${receiver}.route(${this.code(block, path)}).all(${functions.join(', ')}).${method}(${handlerCode(program, block)});`,
          );
          break;
        case 6:
          block.lines.push(`${receiver}.${method}(${[this.code(block, path), ...functions, handlerCode(program, block)].join(', ')});`);
          break;
        case 7:
          block.lines.push(`${receiver}.${this.method()}(${[this.code(block, path), ...functions].join(', ')});`);
          break;
      }
    }
    if (tape.chance(4)) return;
    block.lines.push(
      `${receiver}.${method}(${[this.code(block, tape.chance(4) ? stem + this.segment() : path), handlerCode(program, block)].join(', ')});`,
    );
  }

  private use(block: Block, receiver: string): void {
    const { program, tape } = this;
    const middlewares = middlewareArguments(program, block, 1);
    const all = middlewares.join(', ');
    switch (tape.pick(12)) {
      default:
        block.lines.push(`${receiver}.use(${all});`);
        return;
      case 5:
        block.lines.push(`${receiver}.use(${this.code(block, this.prefix())}, ${all});`);
        return;
      case 6:
        block.lines.push(`${receiver}.use([${this.code(block, this.segment())}, ${this.code(block, this.segment())}], ${all});`);
        return;
      case 7:
        block.lines.push(
          `${receiver}.use(${program.format === 'ts' ? '(error: any, req: any, res: any, next: any)' : '(error, req, res, next)'} => { next(error); });`,
        );
        return;
      case 8: {
        const name = program.name();
        block.lines.push(`[${all}].flat(Infinity).forEach((${name}) => ${receiver}.use(${name}));`);
        return;
      }
      case 9: {
        const name = program.name();
        block.lines.push(`for (const ${name} of [${all}]) ${receiver}.use(${name});`);
        return;
      }
      case 10: {
        const name = program.name();
        block.lines.push(
          `const ${name} = [${all}];`,
          tape.choose([
            `${receiver}.use.apply(${receiver}, ${name});`,
            `${receiver}.use(...${name});`,
            `${receiver}.use(${name});`,
            `for (let i = 0; i < ${name}.length; i++) ${receiver}.use(${name}[i]);`,
          ]),
        );
        return;
      }
      case 11:
        block.lines.push(`${receiver}.use(${this.code(block, this.segment())}, [${all}]);`);
        return;
    }
  }

  /** Things that register no route, and ways of the framework that are rare. */
  private other(block: Block, receiver: string): void {
    const { program, tape } = this;
    const parameters = program.format === 'ts' ? '(req: any, res: any, next: any, value: any)' : '(req, res, next, value)';
    switch (tape.pick(9)) {
      case 7:
      case 8:
        this.undecided(block, receiver);
        return;
      case 0: {
        const cache = program.name('cache');
        block.lines.push(
          `const ${cache} = new Map();`,
          `${cache}.set('/notARoute', 1);`,
          `${cache}.get('/notARoute');`,
          `${cache}.delete('/notARoute');`,
        );
        return;
      }
      case 1:
        block.lines.push(`${receiver}.param('${program.name('p')}', ${parameters} => next());`);
        return;
      case 2: {
        const client = program.name('client');
        block.lines.push(
          `const ${client} = { get(path${program.type('string')}, then${program.type('any')}) { return [path, then]; }, post() { return null; } };`,
          `${client}.get('/remote', ${handlerCode(program, block)});`,
        );
        return;
      }
      case 3: {
        const lost = program.name('lost');
        block.lines.push(
          `const ${lost} = ${program.newRouter(block.file)};`,
          `${lost}.get(${this.code(block, this.segment())}, ${handlerCode(program, block)});`,
        );
        return;
      }
      case 4: {
        const fn = program.name('never');
        block.lines.push(
          `function ${fn}() { ${receiver.startsWith('this') ? 'return' : `${receiver}.get('/never', ${program.format === 'ts' ? '(req: any, res: any)' : '(req, res)'} => res.end())`}; }`,
          `void ${fn};`,
        );
        return;
      }
      case 5:
        block.lines.push(
          `if (${tape.choose(['false', '1 > 2', "'a' === 'b'", '!true', "typeof undefined === 'string'"])}) {`,
          `  ${receiver}.get('/deadBranch', (req${program.type('any')}, res${program.type('any')}) => res.end());`,
          '}',
        );
        return;
      default: {
        const emitter = program.name('bus');
        block.lines.push(
          `const ${emitter} = { on(event${program.type('string')}, run${program.type('any')}) { if (event === 'ready') run(${receiver}); } };`,
          `${emitter}.on('ready', (server${program.type('any')}) => server.post(${this.code(block, this.path())}, ${handlerCode(program, block)}));`,
          `${emitter}.on('other', (server${program.type('any')}) => server.get('/notThisEvent', () => {}));`,
        );
      }
    }
  }

  /**
   * Registrations that another configuration or run time decides. Their paths and middlewares are called `maybe…`:
   * the model must have them all, marked conditional, and mark nothing else. The arm that an unset variable takes is no `maybe`.
   */
  private undecided(block: Block, receiver: string): void {
    const { program, tape } = this;
    const t = program.type('any');
    const route = (path: string): string =>
      `${receiver}.${this.tape.choose(['get', 'post'])}(${quote(path)}, ${handlerCode(program, block)});`;
    const maybe = (): string => route(`/${program.name('maybe')}`);
    const plain = (): string => route(this.segment());
    const variable = `process.env.${program.name('flag').toUpperCase()}`;
    if (program.without.has('undecided')) {
      block.lines.push(plain());
      return;
    }
    const unknown = tape.choose(['Date.now() > 5', 'Math.random() < 2', 'process.uptime() > 0', 'process.pid > 0']);
    switch (tape.pick(12)) {
      case 0:
        block.lines.push(`if (${variable}) {`, `  ${maybe()}`, '}');
        return;
      case 1:
        block.lines.push(`if (${variable} === 'on') {`, `  ${maybe()}`, '} else {', `  ${plain()}`, '}');
        return;
      case 2:
        block.lines.push(`if (${variable} !== 'off') {`, `  ${plain()}`, '} else {', `  ${maybe()}`, '}');
        return;
      case 3:
        block.lines.push(`${variable} && ${maybe()}`);
        return;
      case 4: {
        const config = program.name('config');
        block.lines.push(
          `const ${config}${t} = { on: ${variable} || false, prefix: '${this.segment()}' };`,
          `if (${config}.on) {`,
          `  ${maybe()}`,
          '}',
          `${receiver}.get(${config}.prefix, ${handlerCode(program, block)});`,
        );
        return;
      }
      case 5: {
        const fn = program.name();
        block.lines.push(
          `const ${fn} = (on${t}) => {`,
          `  if (!${variable}) return;`,
          `  on.get('/${program.name('maybe')}', ${handlerCode(program, block)});`,
          '};',
          `${fn}(${receiver});`,
        );
        return;
      }
      case 6:
        block.lines.push(`if (${unknown}) {`, `  ${maybe()}`, '}');
        return;
      case 7:
        block.lines.push(`if (${unknown}) {`, `  ${maybe()}`, '} else {', `  ${maybe()}`, '}', plain());
        return;
      case 8: {
        const guard = program.name('maybe');
        const parameters = program.format === 'ts' ? '(req: any, res: any, next: any)' : '(req, res, next)';
        block.file.tops.push(`function ${guard}${parameters} { next(); }`);
        block.lines.push(`if (${tape.choose([unknown, variable])}) ${receiver}.use(${guard}); void ${guard};`, plain());
        return;
      }
      case 9: {
        const guard = program.name('maybe');
        const parameters = program.format === 'ts' ? '(req: any, res: any, next: any)' : '(req, res, next)';
        block.file.tops.push(`function ${guard}${parameters} { next(); }`);
        block.lines.push(
          `${receiver}.get(${quote(this.segment())}, ...(${tape.choose([unknown, variable])} ? [${guard}] : []), ${handlerCode(program, block)}); void ${guard};`,
        );
        return;
      }
      case 10: {
        const mode = program.name('mode');
        block.lines.push(
          `const ${mode} = ${variable} || 'usual';`,
          `switch (${mode}) {`,
          "  case 'usual':",
          `    ${plain()}`,
          '    break;',
          "  case 'rare':",
          `    ${maybe()}`,
          '    break;',
          '}',
        );
        return;
      }
      default: {
        const router = program.name();
        block.lines.push(
          `const ${router} = ${program.newRouter(block.file)};`,
          `${router}.get('/${program.name('maybe')}', ${handlerCode(program, block)});`,
          `if (${tape.choose([unknown, variable])}) ${receiver}.use(${quote(this.segment())}, ${router});`,
        );
      }
    }
  }

  /** Routes as data, in many shapes and walked in many ways. */
  private table(block: Block, receiver: string): void {
    const { program, tape } = this;
    const any = program.format === 'ts' ? ' as any' : '';
    const rows: PlainRoute[] = Array.from({ length: 1 + tape.pick(4) }, () => ({ method: this.method(), path: this.path() }));
    const name = program.name('table');
    const t = program.type('any');
    const row = (each: PlainRoute): string =>
      `{ method: ${quote(each.method)}, path: ${this.code(block, each.path)}, before: [${middlewareArguments(program, block).join(', ')}], handler: ${handlerCode(program, block)} }`;
    const register = (each: string, on = receiver): string =>
      `(${on}${any})[${each}.method](${each}.path, ...${each}.before, ${each}.handler);`;
    const list = (): string[] => [`const ${name}${t} = [`, ...rows.map((each) => `  ${row(each)},`), '];'];
    switch (tape.pick(24)) {
      default:
        block.lines.push(...list(), `for (const each of ${name}) ${register('each')}`);
        return;
      case 3:
        block.lines.push(...list(), `${name}.forEach((each${t}) => { ${register('each')} });`);
        return;
      case 4:
        block.lines.push(...list(), `for (let i = 0; i < ${name}.length; i++) { const each = ${name}[i]; ${register('each')} }`);
        return;
      case 5:
        block.lines.push(
          ...list(),
          `${name}.map(({ method, path, before, handler }${t}) => (${receiver}${any})[method](path, before, handler));`,
        );
        return;
      case 6:
        block.lines.push(...list(), `${name}.reduce((all${t}, each${t}) => { ${register('each', 'all')} return all; }, ${receiver});`);
        return;
      case 7:
        block.lines.push(
          `const ${name}${t} = {`,
          ...rows.map((each) => `  [${quote(`${each.method} `)} + ${this.code(block, each.path)}]: ${handlerCode(program, block)},`),
          '};',
          `for (const [key, handler] of Object.entries${program.format === 'ts' ? '<any>' : ''}(${name})) { const [method, path] = key.split(' '); (${receiver}${any})[method${any}](path, handler); }`,
        );
        return;
      case 8:
        block.lines.push(
          `const ${name}${t} = {`,
          ...rows.map(
            (each) =>
              `  ${quote(each.path)}: { ${each.method}: ${handlerCode(program, block)}${tape.chance(2) && each.method !== 'put' ? `, put: ${handlerCode(program, block)}` : ''} },`,
          ),
          '};',
          `Object.keys(${name}).forEach((path) => { for (const method in ${name}[path]) (${receiver}${any})[method](path, ${name}[path][method]); });`,
        );
        return;
      case 9:
        block.lines.push(
          `const ${name} = new Map${program.format === 'ts' ? '<string, any>' : ''}();`,
          ...rows.map(
            (each) => `${name}.set(${this.code(block, each.path)}, { verb: ${quote(each.method)}, run: ${handlerCode(program, block)} });`,
          ),
          tape.choose([
            `for (const [path, { verb, run }] of ${name}) (${receiver}${any})[verb](path, run);`,
            `${name}.forEach((value, path) => (${receiver}${any})[value.verb](path, value.run));`,
            `[...${name}.entries()].forEach(([path, value]) => (${receiver}${any})[value.verb](path, value.run));`,
            `for (const path of ${name}.keys()) (${receiver}${any})[${name}.get(path).verb](path, ${name}.get(path).run);`,
          ]),
        );
        return;
      case 10:
        block.lines.push(
          ...list(),
          `while (${name}.length > 0) { const each = ${name}.${tape.choose(['shift', 'pop'])}(); ${register('each')} }`,
        );
        return;
      case 11:
        block.lines.push(
          `const ${name}${t} = [];`,
          ...rows.map((each) => `${name}.push(${row(each)});`),
          `for (const each of ${name}${tape.choose(['', '.reverse()', '.slice()', '.concat([])', '.filter((each) => each.path)', '.flatMap((each) => [each])', '.toSorted?.call([]) ?? []'].slice(0, 6)).replace('(each)', `(each${t})`)}) ${register('each')}`,
        );
        return;
      case 12:
        block.lines.push(...list(), `function* ${name}Walk() { yield* ${name}; }`, `for (const each of ${name}Walk()) ${register('each')}`);
        return;
      case 13:
        block.lines.push(
          ...list(),
          `const ${name}Step = (index${t})${t} => { if (index >= ${name}.length) return; const each = ${name}[index]; ${register('each')} ${name}Step(index + 1); };`,
          `${name}Step(0);`,
        );
        return;
      case 14:
        block.lines.push(
          ...list(),
          `const ${name}Collection = { *[Symbol.iterator]()${t} { for (const each of ${name}) yield each; } };`,
          `for (const each of ${name}Collection) ${register('each')}`,
        );
        return;
      case 15: {
        // Closures made in a loop and called later: `let` keeps one binding for each turn.
        block.lines.push(
          ...list(),
          `const ${name}Jobs${t} = [];`,
          `for (let i = 0; i < ${name}.length; i++) ${name}Jobs.push(() => { const each = ${name}[i]; ${register('each')} });`,
          `${name}Jobs.forEach((job${t}) => job());`,
        );
        return;
      }
      case 16:
        block.lines.push(
          ...list(),
          `outer: for (const each of ${name}) { for (const skip of ['never', 'neither']) { if (each.path === skip) continue outer; } ${register('each')} }`,
        );
        return;
      case 17:
        block.lines.push(
          ...list(),
          `let ${name}Index = 0;`,
          `do { const each = ${name}[${name}Index]; if (each) { ${register('each')} } } while (++${name}Index < ${name}.length);`,
        );
        return;
      case 18: {
        const file = program.file();
        const inner: Block = { ...block, file, lines: [] };
        const text = rows.map(
          (each) =>
            `  { method: ${quote(each.method)}, path: ${this.code(inner, each.path)}, before: [${middlewareCode(program, inner)}], handler: ${handlerCode(program, inner)} },`,
        );
        file.body.push(...inner.lines, `const ${name}${t} = [`, ...text, '];');
        file.exports.push(name);
        block.lines.push(`for (const each of ${program.link(block.file, file, name)}) ${register('each')}`);
        return;
      }
      case 19: {
        const file = `${program.name()}.json`;
        program.data.set(
          file,
          `${JSON.stringify(
            rows.map((each, index) => ({ verb: each.method, url: each.path, action: `act${index}` })),
            null,
            2,
          )}\n`,
        );
        const local = program.name();
        const specifier = program.specifier(block.file, file);
        block.file.imports.push(
          program.format === 'cjs'
            ? `const ${local} = require('${specifier}');`
            : `import ${local} from '${specifier}' with { type: 'json' };`,
        );
        block.lines.push(
          `const ${name}Actions${t} = {`,
          ...rows.map((_, index) => `  act${index}: ${handlerCode(program, block)},`),
          '};',
          `for (const { verb, url, action } of ${local}) (${receiver}${any})[verb](url, ${name}Actions[action]);`,
        );
        return;
      }
      case 20:
        block.lines.push(
          ...list(),
          `const ${name}More${t} = [...${name}, ${row({ method: 'get', path: this.path() })}];`,
          `const ${name}Enabled = ${name}More.filter((each${t}) => each.method !== 'delete');`,
          `${name}Enabled.forEach(({ method, path, before, handler }${t}) => { ${receiver}.route(path)[method](...before, handler); });`,
        );
        return;
      case 21:
        block.lines.push(
          `const ${name}${t} = {`,
          ...rows.map((each, index) => `  row${index}: ${row(each)},`),
          '};',
          tape.choose([
            `for (const key in ${name}) { const each = ${name}[key]; ${register('each')} }`,
            `Object.values(${name}).forEach((each${t}) => { ${register('each')} });`,
            `for (const key of Object.keys(${name}).${tape.choose(['sort', 'reverse'])}()) { const each = ${name}[key]; ${register('each')} }`,
            `Object.entries(${name}).map(([, each]${t}) => { ${register('each')} });`,
          ]),
        );
        return;
      case 22: {
        // A tree of paths, walked recursively.
        const base = this.segment();
        block.lines.push(
          `const ${name}${t} = { ${quote(base)}: {`,
          ...rows.map((each) => `  ${quote(each.path)}: { ${each.method}: ${handlerCode(program, block)} },`),
          '} };',
          `(function ${name}Walk(node${t}, at${t}) {`,
          '  for (const key in node) {',
          "    if (typeof node[key] === 'function') " +
            `(${receiver.startsWith('this') ? `${name}Receiver` : receiver}${any})[key](at, node[key]);`,
          `    else ${name}Walk(node[key], at + key);`,
          '  }',
          `})(${name}, '');`,
        );
        if (receiver.startsWith('this'))
          block.lines.splice(block.lines.indexOf(`const ${name}${t} = { ${quote(base)}: {`), 0, `const ${name}Receiver = ${receiver};`);
        return;
      }
      case 23:
        block.lines.push(
          ...list(),
          `const ${name}Groups${t} = ${name}.reduce((groups${t}, each${t}) => { (groups[each.method] ||= []).push(each); return groups; }, {});`,
          `for (const [method, group] of Object.entries${program.format === 'ts' ? '<any>' : ''}(${name}Groups)) for (const { path, handler } of group) (${receiver}${any})[method](path, handler);`,
        );
        return;
    }
  }

  /** A block around registrations that always runs, or that runs at a known time. */
  private wrapped(block: Block, receiver: string): void {
    const { program, tape } = this;
    const t = program.type('any');
    const inner = (extra: Partial<Block> = {}, on = receiver): string[] => {
      const nested: Block = { ...block, lines: [], depth: block.depth + 1, ...extra };
      this.registrationsInto(nested, on);
      return indent(nested.lines);
    };
    const sync = { async: false };
    const wrap = (head: string, body: string[], tail: string): void => {
      block.lines.push(head, ...body, tail);
    };
    const choice = tape.pick(40);
    const left =
      (program.without.has('async') && [10, 11, 12, 13, 25, 30, 31, 32, 38, 39].includes(choice)) ||
      (program.without.has('generators') && [19, 36].includes(choice));
    switch (left ? 0 : choice) {
      default:
        return wrap('{', inner(), '}');
      case 24:
        return wrap(
          `if (${tape.choose(["['a', 'b'].some((each) => each === 'b')", "['a', 'b'].every((each) => each.length === 1)", "['a', 'b'].includes('a')", "['b', 'a'].sort()[0] === 'a'", "['a'].concat('b').join('-') === 'a-b'", '[1, 2, 3].slice(1).reverse()[0] === 3', "['x'].findIndex((each) => each === 'x') === 0", '[3, 1, 2].sort((a, b) => a - b)[2] === 3', "'abc'.startsWith('ab') && !'abc'.endsWith('b')", "/^v\\d+$/.test('v12')", "'a-b-c'.split('-').length === 3", 'Object.keys({ a: 1 }).length > 0', "'x' in { x: 1 }", "({}).hasOwnProperty.call({ y: 1 }, 'y')", "typeof Symbol.iterator === 'symbol'", 'new Set([1, 1]).size === 1', "Number('12') + 1 === 13", "parseInt('7px', 10) === 7", '[] instanceof Array', '(() => {}).length === 0'])}) {`,
          inner(),
          '}',
        );
      case 25:
        return receiver.startsWith('this')
          ? wrap('{', inner(), '}')
          : (wrap(
              `Promise.resolve(${receiver}).then((target${t}) => {`,
              [...inner(sync, 'target'), '  return target;'],
              `}).then((target${t}) => {`,
            ),
            block.lines.push(...inner(sync, 'target')),
            wrap('}).finally(() => {', inner(sync), '});'));
      case 26: {
        const bus = program.name('bus');
        const events = program.builtin(block.file, 'events');
        block.lines.push(
          `const ${bus} = new ${events}.EventEmitter();`,
          `${bus}.${tape.choose(['on', 'once', 'addListener'])}('boot', (target${t}) => {`,
          ...inner(sync, 'target'),
          '});',
          `${bus}.on('unused', (target${t}) => target.get('/neverEmitted', () => {}));`,
          `${bus}.emit('boot', ${receiver});`,
        );
        return;
      }
      case 27: {
        const object = program.name();
        block.lines.push(
          `const ${object} = {`,
          `  set server(target${t}) {`,
          ...indent(inner(sync, 'target')),
          '  },',
          '};',
          `${object}.server = ${receiver};`,
        );
        return;
      }
      case 28: {
        const jobs = program.name();
        block.lines.push(
          `var ${jobs}${t} = [];`,
          `for (var ${jobs}Index = 0; ${jobs}Index < 3; ${jobs}Index++) { ${jobs}.push(function (target${t}) { target.get('/' + ${jobs}Index + '${jobs}', ${handlerCode(program, block)}); }); }`,
          `${jobs}[0](${receiver});`,
        );
        return;
      }
      case 29: {
        const holder = program.name('H');
        if (receiver.startsWith('this')) return wrap('{', inner(), '}');
        block.lines.push(`class ${holder} {`, '  static {', ...indent(inner(sync)), '  }', '}', `void ${holder};`);
        return;
      }
      case 30: {
        const fn = program.name();
        if (receiver.startsWith('this')) return wrap('{', inner(), '}');
        block.lines.push(
          `async function ${fn}(target${t}) {`,
          '  try {',
          '    await Promise.resolve();',
          ...indent(inner({ async: true }, 'target')),
          '  } finally {',
          ...indent(inner({ async: true }, 'target')),
          '  }',
          '}',
          `${block.async ? 'await ' : ''}${fn}(${receiver});`,
        );
        return;
      }
      case 31: {
        const fn = program.name('connect');
        block.lines.push(
          `function ${fn}(target${t}, done${t}) { ${tape.choose([`${this.timer}(() => done(null, target));`, 'process.nextTick(done, null, target);', 'done(null, target);'])} }`,
          `${fn}(${receiver}, (error${t}, target${t}) => {`,
          '  if (error) throw error;',
          ...inner(sync, 'target'),
          '});',
        );
        return;
      }
      case 32: {
        const fn = program.name();
        if (!block.async) return wrap('{', inner(), '}');
        block.lines.push(
          `await Promise.all([`,
          `  (async (target${t}) => {`,
          ...indent(inner({ async: true }, 'target')),
          `  })(${receiver}),`,
          `  (async (target${t}) => { await null; target.get('/${fn}', ${handlerCode(program, block)}); })(${receiver}),`,
          ']);',
        );
        return;
      }
      case 33: {
        const commands = program.name();
        block.lines.push(
          `const ${commands}${t} = new Map([['run', (target${t}) => {`,
          ...inner(sync, 'target'),
          `}], ['skip', (target${t}) => target.get('/skipped', () => {})]]);`,
          tape.choose([
            `${commands}.get('run')(${receiver});`,
            `for (const [name, command] of ${commands}) if (name === 'run') command(${receiver});`,
            `[...${commands}.keys()].filter((name) => name !== 'skip').forEach((name) => ${commands}.get(name)(${receiver}));`,
          ]),
        );
        return;
      }
      case 34: {
        const fn = program.name();
        block.lines.push(
          `const ${fn}${t} = { steps: [] as any[], add(step${t}) { this.steps.push(step); return this; }, run(target${t}) { this.steps.forEach((step${t}) => step(target)); } };`.replace(
            program.format === 'ts' ? '\u0000' : ' as any[]',
            '',
          ),
          `${fn}.add((target${t}) => {`,
          ...inner(sync, 'target'),
          `}).add((target${t}) => {`,
          ...inner(sync, 'target'),
          `}).run(${receiver});`,
        );
        return;
      }
      case 35: {
        const depth = program.name();
        block.lines.push(
          `(function ${depth}(level${t}, target${t}) {`,
          `  if (level > 2) return;`,
          `  target.get('/${depth}/' + level, ${handlerCode(program, block)});`,
          `  ${depth}(level + 1, target);`,
          ...inner(sync, 'target').map((line) => line),
          `})(2, ${receiver});`,
        );
        return;
      }
      case 36: {
        const fn = program.name();
        block.lines.push(
          `const ${fn} = (function* () {`,
          `  const target${t} = yield 'ready';`,
          ...inner(sync, 'target'),
          '})();',
          `${fn}.next();`,
          `${fn}.next(${receiver});`,
        );
        return;
      }
      case 37: {
        const holder = program.name();
        if (receiver.startsWith('this')) return wrap('{', inner(), '}');
        block.lines.push(
          `globalThis.${holder} = ${receiver};`.replace('globalThis.', program.format === 'ts' ? '(globalThis as any).' : 'globalThis.'),
        );
        const alias = `${holder}Local`;
        block.lines.push(
          `const ${alias} = ${program.format === 'ts' ? '(globalThis as any)' : tape.choose(['globalThis', 'global'])}.${holder};`,
        );
        return wrap('{', inner({}, alias), '}');
      }
      case 38: {
        const fn = program.name('connect');
        if (!block.async || program.format !== 'cjs') return wrap('{', inner(), '}');
        block.lines.push(
          `const ${fn} = require('util').promisify((target, done) => { ${tape.choose([`${this.timer}(() => done(null, target));`, 'process.nextTick(done, null, target);', 'done(null, target);'])} });`,
          `const ${fn}Target = await ${fn}(${receiver});`,
        );
        return wrap('{', inner({}, `${fn}Target`), '}');
      }
      case 39: {
        const fn = program.name();
        if (receiver.startsWith('this')) return wrap('{', inner(), '}');
        const kind = tape.pick(2) === 1;
        block.lines.push(
          `const ${fn} = ${kind ? 'async ' : ''}(target${t}) => {`,
          ...indent(inner(kind ? { async: true } : sync, 'target')),
          '};',
          `if (${fn}.constructor.name === 'AsyncFunction') ${block.async ? 'await ' : ''}${fn}(${receiver}); else ${fn}(${receiver});`,
        );
        return;
      }
      case 1:
        return wrap(
          `if (${tape.choose(['true', '1 < 2', "'a' !== 'b'", '!0', "typeof 'x' === 'string'", 'Array.isArray([])'])}) {`,
          inner(),
          '}',
        );
      case 2:
        return wrap('(() => {', inner(sync), '})();');
      case 3:
        return wrap('try {', inner(), '} catch (error) { throw error; }');
      case 4:
        return wrap('try {', inner(), `} finally { void 0; }`);
      case 5: {
        const key = program.name();
        block.lines.push(
          `const ${key}${t} = 'chosen';`,
          `switch (${key}) {`,
          `  case 'other': throw new Error('no');`,
          `  case 'chosen': {`,
          ...indent(inner()),
          '    break;',
          '  }',
          '  default: throw new Error();',
          '}',
        );
        return;
      }
      case 6: {
        const fn = program.name();
        return wrap(`for (const ${fn} of [${receiver}]) {`, inner({}, fn), '}');
      }
      case 7: {
        const fn = program.name();
        block.lines.push(`const ${fn} = (server${t}) => {`, ...inner(sync, 'server'), '};', `${fn}(${receiver});`);
        return;
      }
      case 8: {
        const fn = program.name();
        const file = block.file;
        const lines: Block = { file, lines: [], async: false, depth: block.depth + 1 };
        this.registrationsInto(lines, 'server');
        file.tail.push(`function ${fn}(server${t}) {`, ...indent(lines.lines), '  return server;', '}');
        block.lines.push(
          tape.choose([
            `${fn}(${receiver});`,
            `${fn}.call(null, ${receiver});`,
            `${fn}.apply(undefined, [${receiver}]);`,
            `[${receiver}].forEach(${fn});`,
          ]),
        );
        return;
      }
      case 9: {
        const flag = program.name();
        block.lines.push(`const ${flag}${t} = ${tape.choose(["'yes'", '1', '{}', '[]'])};`);
        return wrap(
          tape.choose([`if (${flag}) {`, `if (!!${flag} && true) {`, `if (!${flag}) { throw new Error(); } else {`]),
          inner(),
          '}',
        );
      }
      case 10:
        return receiver.startsWith('this') ? wrap('{', inner(), '}') : wrap(`Promise.resolve().then(() => {`, inner(sync), '});');
      case 11:
        return receiver.startsWith('this')
          ? wrap('{', inner(), '}')
          : wrap(`(async () => {${block.async ? '' : ' await null;'}`, inner({ async: true }), '})();');
      case 12:
        return receiver.startsWith('this')
          ? wrap('{', inner(), '}')
          : wrap(`${tape.choose([this.timer, this.timer, 'process.nextTick', 'queueMicrotask'])}(() => {`, inner(sync), '});');
      case 13: {
        const fn = program.name();
        return block.async
          ? (block.lines.push(`const ${fn} = await Promise.resolve(${receiver});`), wrap('{', inner({}, fn), '}'))
          : wrap('{', inner(), '}');
      }
      case 14: {
        const counter = program.name();
        return wrap(`for (let ${counter} = 0; ${counter} < 1; ${counter}++) {`, inner(), '}');
      }
      case 15: {
        const fn = program.name();
        block.lines.push(
          `function ${fn}(on${t}, enabled = true) {`,
          '  if (!enabled) return on;',
          ...inner(sync, 'on'),
          '  return on;',
          '}',
          `${fn}(${receiver});`,
          `${fn}(${receiver}, false);`,
        );
        return;
      }
      case 16: {
        const object = program.name();
        block.lines.push(
          `const ${object} = {`,
          `  server: ${receiver},`,
          '  init() {',
          ...indent(inner(sync, 'this.server')),
          '  },',
          '};',
          `${object}.init();`,
        );
        return;
      }
      case 17: {
        const fn = program.name();
        block.lines.push(
          `const ${fn}Steps${t} = [];`,
          `${fn}Steps.push((target${t}) => {`,
          ...inner(sync, 'target'),
          '});',
          `while (${fn}Steps.length) ${fn}Steps.shift()(${receiver});`,
        );
        return;
      }
      case 18: {
        const label = program.name();
        return wrap(`${label}: {`, [...inner(), `  if (true) break ${label};`], '}');
      }
      case 19: {
        const fn = program.name();
        block.lines.push(
          `function* ${fn}(target${t}) {`,
          ...inner(sync, 'target'),
          '  yield 1;',
          ...inner(sync, 'target'),
          '}',
          `for (const step of ${fn}(${receiver})) void step;`,
        );
        return;
      }
      case 20: {
        const alias = program.name();
        block.lines.push(
          `const ${alias} = ${tape.choose([receiver, `{ server: ${receiver} }.server`, `[${receiver}][0]`, `(true ? ${receiver} : null)`, `(${receiver} || null)`])};`,
        );
        return wrap('{', inner({}, alias), '}');
      }
      case 21: {
        const fn = program.name();
        block.lines.push(
          `const ${fn} = { do(work${t}) { return work(${receiver.startsWith('this') ? 'this.at' : receiver}); }, at: ${receiver} };`,
          `${fn}.do((target${t}) => {`,
          ...inner(sync, 'target'),
          '});',
        );
        return;
      }
      case 22:
        return wrap(`try { throw new Error('expected'); } catch {`, inner(), '}');
      case 23: {
        const fn = program.name();
        block.lines.push(
          `const ${fn} = (...steps${t}) => (target${t}) => steps.reduce((value${t}, step${t}) => step(value) || value, target);`,
          `${fn}((on${t}) => {`,
          ...inner(sync, 'on'),
          `}, (on${t}) => {`,
          ...inner(sync, 'on'),
          '  return on;',
          `})(${receiver});`,
        );
        return;
      }
    }
  }

  /** A function of the program that registers for others: arguments, options objects, defaults, closures over prefixes. */
  private helper(block: Block, receiver: string): void {
    const { program, tape } = this;
    const t = program.type('any');
    const any = program.format === 'ts' ? ' as any' : '';
    const name = program.name();
    const count = 1 + tape.pick(3);
    const inOther = tape.chance(3);
    const file = inOther ? program.file() : block.file;
    const into = inOther ? file.body : file.tops;
    if (inOther) file.exports.push(name);
    const callee = (): string => (inOther ? program.link(block.file, file, name) : name);
    const paths = Array.from({ length: count }, () => this.path());
    switch (tape.pick(7)) {
      default:
        into.push(`function ${name}(target${t}, path${t}, ...handlers${t}) { target.get(path, ...handlers); }`);
        {
          const call = callee();
          for (const path of paths)
            block.lines.push(
              `${call}(${receiver}, ${[this.code(block, path), ...middlewareArguments(program, block), handlerCode(program, block)].join(', ')});`,
            );
        }
        return;
      case 1:
        into.push(
          `function ${name}({ on, method = 'get', path, before = [], handler }${t}) { (on${any})[method](path, ...before, handler); }`,
        );
        {
          const call = callee();
          for (const path of paths)
            block.lines.push(
              `${call}({ on: ${receiver}, ${tape.chance(2) ? `method: ${quote(this.method())}, ` : ''}path: ${this.code(block, path)}, ${tape.chance(2) ? `before: [${middlewareCode(program, block)}], ` : ''}handler: ${handlerCode(program, block)} });`,
            );
        }
        return;
      case 2:
        into.push(
          `function ${name}(target${t}, base${t}) {\n  return (method${t}, path${t}, handler${t}) => target[method](base + path, handler);\n}`,
        );
        {
          const local = program.name();
          block.lines.push(`const ${local} = ${callee()}(${receiver}, ${this.code(block, this.segment())});`);
          for (const path of paths)
            block.lines.push(`${local}(${quote(this.method())}, ${this.code(block, path)}, ${handlerCode(program, block)});`);
        }
        return;
      case 3: {
        const local = program.newRouter(file);
        into.push(
          `function ${name}(handlers${t}, guard${t} = null) {\n  const made = ${local};\n  if (guard) made.use(guard);\n  for (const key of Object.keys(handlers)) made.get('/' + key, handlers[key]);\n  return made;\n}`,
        );
        block.lines.push(
          `${receiver}.use(${this.code(block, this.segment())}, ${callee()}({ ${paths.map(() => `${program.name()}: ${handlerCode(program, block)}`).join(', ')} }${tape.chance(2) ? `, ${middlewareCode(program, block)}` : ''}));`,
        );
        return;
      }
      case 4:
        into.push(
          `function ${name}(resource${t}, target${t}, actions${t}) {\n  const base = \`/\${resource}\`;\n  if (actions.list) target.get(base, actions.list);\n  if (actions.show) target.get(\`\${base}/:id\`, actions.show);\n  if (actions.create) target.post(base, actions.create);\n  if ('remove' in actions) target.delete(base + '/:id', actions.remove);\n}`,
        );
        {
          const call = callee();
          for (let index = 0; index < count; index++)
            block.lines.push(
              `${call}(${quote(this.segment().slice(1))}, ${receiver}, { ${tape.choose(['list', 'show'])}: ${handlerCode(program, block)}, ${tape.choose(['create', 'remove'])}: ${handlerCode(program, block)} });`,
            );
        }
        return;
      case 5:
        into.push(
          `const ${name} = (verb${t}) => function (target${t}, path${t}) {\n  const rest = Array.prototype.slice.call(arguments, 2);\n  target[verb].apply(target, [path].concat(rest));\n};`,
        );
        {
          const call = callee();
          for (const path of paths)
            block.lines.push(
              `${call}(${quote(this.method())})(${receiver}, ${[this.code(block, path), ...middlewareArguments(program, block), handlerCode(program, block)].join(', ')});`,
            );
        }
        return;
      case 6:
        into.push(
          `function ${name}(target${t}, guard${t}) {\n  return new Proxy(target, { get(object, key, receiver) { void receiver; return (path${t}, ...rest${t}) => object[key](path, guard, ...rest); } });\n}`,
        );
        {
          const local = program.name();
          block.lines.push(`const ${local} = ${callee()}(${receiver}, ${middlewareCode(program, block)});`);
          for (const path of paths)
            block.lines.push(`${local}.${this.method()}(${this.code(block, path)}, ${handlerCode(program, block)});`);
        }
        return;
    }
  }

  private classBased(block: Block, receiver: string): void {
    const { program, tape } = this;
    const t = program.type('any');
    const any = program.format === 'ts' ? ' as any' : '';
    const name = program.name('C');
    const inOther = tape.chance(2);
    const file = inOther ? program.file() : block.file;
    const into = inOther ? file.body : file.tops;
    if (inOther) file.exports.push(name);
    const body = (on: string, atLeast = 1): string[] => {
      const nested: Block = { file, lines: [], async: false, depth: block.depth + 1 };
      this.registrationsInto(nested, on, atLeast);
      return indent(indent(nested.lines));
    };
    const callee = (): string => (inOther ? program.link(block.file, file, name) : name);
    const prefix = (): string => this.code(block, this.segment());
    switch (tape.pick(9)) {
      case 0:
        into.push(`class ${name} {`, `  router${t} = ${program.newRouter(file)};`, '  constructor() {', ...body('this.router'), '  }', '}');
        block.lines.push(`${receiver}.use(${prefix()}, new (${callee()})().router);`);
        return;
      case 1:
        into.push(`class ${name} {`, `  static register(target${t}) {`, ...body('target'), '  }', '}');
        block.lines.push(`${callee()}.register(${receiver});`);
        return;
      case 2: {
        const base = program.name('Base');
        into.push(
          `class ${base} {`,
          `  router${t};`,
          `  base${t};`,
          `  constructor(base${t}) {`,
          '    this.base = base;',
          `    this.router = ${program.newRouter(file)};`,
          '    this.routes();',
          '  }',
          `  routes()${t} { throw new Error('abstract'); }`,
          `  add(method${t}, path${t}, ...handlers${t}) { this.router[method](this.base + path, ...handlers); return this; }`,
          '}',
          `class ${name} extends ${base} {`,
          '  routes() {',
          ...Array.from(
            { length: 1 + tape.pick(3) },
            () =>
              `    this.add(${quote(this.method())}, ${this.code({ ...block, file }, this.segment())}, ${handlerCode(program, { ...block, file })});`,
          ),
          '  }',
          '}',
        );
        const call = callee();
        block.lines.push(`${receiver}.use(new (${call})(${prefix()}).router);`);
        if (tape.chance(2)) block.lines.push(`${receiver}.use(${prefix()}, new (${call})(${prefix()}).router);`);
        return;
      }
      case 3:
        into.push(
          `class ${name} {`,
          `  list(req${t}, res${t}) { res.end(); }`,
          `  show(req${t}, res${t}) { res.end(); }`,
          `  routes(target${t}) {`,
          `    target.get(${this.code({ ...block, file }, this.path())}, this.list.bind(this));`,
          `    target.get(${this.code({ ...block, file }, this.path())}, (req${t}, res${t}) => this.show(req, res));`,
          '    return target;',
          '  }',
          '}',
        );
        block.lines.push(`new (${callee()})().routes(${receiver});`);
        return;
      case 4:
        into.push(
          `class ${name} {`,
          `  static instance${t} = null;`,
          `  static getInstance() { if (!${name}.instance) ${name}.instance = new ${name}(); return ${name}.instance; }`,
          `  router${t} = ${program.newRouter(file)};`,
          '}',
        );
        {
          const call = callee();
          block.lines.push(
            `${call}.getInstance().router.get(${prefix()}, ${handlerCode(program, block)});`,
            `${receiver}.use(${prefix()}, ${call}.getInstance().router);`,
            `${call}.getInstance().router.post(${prefix()}, ${handlerCode(program, block)});`,
          );
        }
        return;
      case 5:
        into.push(
          `function ${name}(${program.format === 'ts' ? 'this: any, ' : ''}prefix${t}) { this.prefix = prefix; }`,
          `${name}.prototype.install = function (target${t}) {`,
          ...body('target'),
          `  target.get(this.prefix + '/own', ${handlerCode(program, { ...block, file })});`,
          '};',
        );
        block.lines.push(`new (${callee()}${any})(${prefix()}).install(${receiver});`);
        return;
      case 6:
        into.push(
          `class ${name} {`,
          `  get router()${t} {`,
          `    const made = ${program.newRouter(file)};`,
          ...body('made'),
          '    return made;',
          '  }',
          '}',
        );
        block.lines.push(`${receiver}.use(${prefix()}, new (${callee()})().router);`);
        return;
      case 7:
        into.push(
          `const ${name} = new (class {`,
          `  #entries${t} = [];`,
          `  add(method${t}, path${t}, handler${t}) { this.#entries.push({ method, path, handler }); return this; }`,
          `  apply(target${t}) { for (const { method, path, handler } of this.#entries) target[method](path, handler); }`,
          '})();',
        );
        {
          const call = callee();
          block.lines.push(
            `${call}.add('get', ${prefix()}, ${handlerCode(program, block)}).add(${quote(this.method())}, ${this.code(block, this.path())}, ${handlerCode(program, block)});`,
            `${call}.apply(${receiver});`,
          );
        }
        return;
      default: {
        const mixin = program.name('With');
        into.push(
          `const ${mixin} = (Base${t}) => class extends Base { install(target${t}) { super.install(target); target.put(${this.code({ ...block, file }, this.segment())}, ${handlerCode(program, { ...block, file })}); } };`,
          `class ${name}Root { install(target${t}) {`,
          ...body('target'),
          '} }',
          `const ${name} = ${mixin}(${name}Root);`,
        );
        block.lines.push(`new (${callee()})().install(${receiver});`);
      }
    }
  }

  /** A router of its own, made somewhere, mounted somehow. */
  private mount(block: Block, receiver: string): void {
    const { program, tape } = this;
    const t = program.type('any');
    const name = program.name();
    const usePrefix = !tape.chance(4);
    const before = middlewareArguments(program, block).filter(() => tape.chance(3));
    const attach = (router: string): void => {
      const prefix = usePrefix ? [this.code(block, this.prefix())] : [];
      switch (tape.pick(10)) {
        default:
          block.lines.push(`${receiver}.use(${[...prefix, ...before, router].join(', ')});`);
          return;
        case 4:
          block.lines.push(`${receiver}.use([${this.code(block, this.segment())}, ${this.code(block, this.segment())}], ${router});`);
          return;
        case 5:
          block.lines.push(
            `${receiver}.use(${this.code(block, this.segment())}, ${router});`,
            `${receiver}.use(${this.code(block, this.segment())}, ${router});`,
          );
          return;
        case 6: {
          const table = program.name();
          block.lines.push(
            `const ${table}${t} = [{ path: ${this.code(block, this.segment())}, route: ${router} }];`,
            `${table}.forEach((each${t}) => { ${receiver}.use(each.path, each.route); });`,
          );
          return;
        }
        case 7: {
          const table = program.name();
          block.lines.push(
            `const ${table}${t} = { ${quote(this.segment())}: ${router} };`,
            `for (const [path, router] of Object.entries(${table})) ${receiver}.use(path, router${program.format === 'ts' ? ' as any' : ''});`,
          );
          return;
        }
        case 8:
          block.lines.push(`${receiver}.use(${[...prefix, ...before, `[${router}]`].join(', ')});`);
          return;
        case 9: {
          const outer = program.name();
          block.lines.push(
            `const ${outer} = ${program.newRouter(block.file)}.use(${[this.code(block, this.segment()), router].join(', ')});`,
            `${receiver}.use(${[...prefix, ...before, outer].join(', ')});`,
          );
          return;
        }
      }
    };
    const fill = (file: SourceFile, on: string, extra: Partial<Block> = {}): string[] => {
      const nested: Block = { file, lines: [], async: false, depth: block.depth + 1, ...extra };
      this.registrationsInto(nested, on);
      return nested.lines;
    };
    switch (tape.pick(18)) {
      default:
        block.lines.push(`const ${name} = ${program.newRouter(block.file)};`, ...fill(block.file, name, { async: block.async }));
        if (tape.chance(4)) {
          attach(name);
          block.lines.push(...fill(block.file, name, { async: block.async }));
        } else attach(name);
        return;
      case 4: {
        const file = program.file();
        file.body.push(`const ${name} = ${program.newRouter(file)};`, ...fill(file, name));
        file.defaultExport = name;
        this.reusable.push({ file, name, kind: 'router' });
        attach(program.linkDefault(block.file, file));
        return;
      }
      case 5: {
        const file = program.file();
        file.body.push(`const ${name} = ${program.newRouter(file)};`, ...fill(file, name));
        file.exports.push(name);
        attach(program.link(block.file, file, name));
        return;
      }
      case 6: {
        const file = program.file();
        file.body.push(
          `function ${name}(options${t} = {}) {`,
          `  const made = ${program.newRouter(file)};`,
          '  void options;',
          ...indent(fill(file, 'made')),
          '  return made;',
          '}',
        );
        file.defaultExport = name;
        attach(`${program.linkDefault(block.file, file)}(${tape.choose(['', '{ a: 1 }'])})`);
        return;
      }
      case 7: {
        const file = program.file();
        file.body.push(
          `function ${name}(target${t}, prefix${t}) {`,
          `  const child = ${program.newRouter(file)};`,
          ...indent(fill(file, 'child')),
          '  target.use(prefix, child);',
          '}',
        );
        file.defaultExport = name;
        block.lines.push(`${program.linkDefault(block.file, file)}(${receiver}, ${this.code(block, this.segment())});`);
        return;
      }
      case 8: {
        block.lines.push(`const ${name} = ${program.express(block.file)}();`, ...fill(block.file, name));
        attach(name);
        return;
      }
      case 9:
        if (this.reusable.length > 0) {
          const reuse = tape.choose(this.reusable);
          if (reuse.file !== block.file && !receiver.startsWith('this')) {
            attach(program.linkDefault(block.file, reuse.file));
            return;
          }
        }
        attach(program.newRouter(block.file));
        return;
      case 10: {
        block.file.tops.push(
          `const ${name} = (() => {`,
          `  const made = ${program.newRouter(block.file)};`,
          ...indent(fill(block.file, 'made')),
          '  return made;',
          '})();',
        );
        attach(name);
        return;
      }
      case 11: {
        if (!block.async) {
          attach(program.newRouter(block.file));
          return;
        }
        const file = program.file();
        file.body.push(
          `async function ${name}() {`,
          `  const made = ${program.newRouter(file)};`,
          ...indent(fill(file, 'made', { async: true })),
          '  return made;',
          '}',
        );
        file.exports.push(name);
        attach(`await ${program.link(block.file, file, name)}()`);
        return;
      }
      case 12: {
        block.lines.push(`const ${name}${t} = { router: ${program.newRouter(block.file)} };`, ...fill(block.file, `${name}.router`));
        attach(`${name}.router`);
        return;
      }
      case 13: {
        // Both modules import each other; the values are read after both have run.
        const file = program.file();
        file.body.push(`const ${name} = ${program.newRouter(file)};`, ...fill(file, name));
        const other = program.file();
        const helper = program.name();
        other.body.push(
          `function ${helper}() { return ${program.format === 'cjs' ? `require('${program.specifier(other, file)}').${name}` : name}; }`,
        );
        if (program.format !== 'cjs') other.imports.push(`import { ${name} } from '${program.specifier(other, file)}';`);
        if (program.format === 'cjs') file.tail.push(`exports.${name} = ${name};`, `require('${program.specifier(file, other)}');`);
        else {
          file.exports.push(name);
          file.imports.push(`import '${program.specifier(file, other)}';`);
        }
        other.exports.push(helper);
        attach(`${program.link(block.file, other, helper)}()`);
        return;
      }
      case 14:
        this.directory(block, receiver);
        return;
      case 15: {
        block.lines.push(
          `const ${name} = ${program.newRouter(block.file)}`,
          `  .use(${middlewareCode(program, block)})`,
          `  .${this.method()}(${[this.code(block, this.path()), handlerCode(program, block)].join(', ')});`,
        );
        attach(name);
        return;
      }
      case 16: {
        const file = program.file();
        file.body.push(`const ${name} = ${program.newRouter(file)};`, ...fill(file, name));
        if (program.format === 'cjs') {
          file.defaultExport = name;
          block.lines.push(`${receiver}.use(${this.code(block, this.segment())}, require('${program.specifier(block.file, file)}'));`);
        } else if (block.async) {
          file.defaultExport = name;
          block.lines.push(
            `${receiver}.use(${this.code(block, this.segment())}, (await import('${program.specifier(block.file, file)}')).default);`,
          );
        } else {
          file.exports.push(name);
          attach(program.link(block.file, file, name));
        }
        return;
      }
      case 17: {
        const holder = program.name('registry');
        block.lines.push(
          `const ${holder} = new Map${program.format === 'ts' ? '<string, any>' : ''}();`,
          `${holder}.set('${name}', ${program.newRouter(block.file)});`,
          `const ${name} = ${holder}.get('${name}');`,
          ...fill(block.file, name),
        );
        attach(`${holder}.get('${name}')`);
        return;
      }
    }
  }

  /** Routers found by listing a folder. */
  private directory(block: Block, receiver: string): void {
    const { program, tape } = this;
    if (program.format !== 'cjs') {
      this.route(block, receiver);
      return;
    }
    const folder = `${program.name()}Routes`;
    const count = 1 + tape.pick(3);
    for (let index = 0; index < count; index++) {
      const file = program.file(folder);
      const name = program.name();
      const nested: Block = { file, lines: [], async: false, depth: block.depth + 2 };
      this.registrationsInto(nested, name);
      file.body.push(`const ${name} = ${program.newRouter(file)};`, ...nested.lines);
      file.defaultExport = name;
    }
    const fs = program.builtin(block.file, 'fs'),
      path = program.builtin(block.file, 'path');
    const at = program.name('dir'),
      each = program.name('file');
    const relative = program.specifier(block.file, `${folder}/x.json`).replace(/\/x\.json$/, '');
    block.lines.push(`const ${at} = ${path}.join(${program.folder(block.file)}, '${relative}');`);
    switch (tape.pick(3)) {
      case 0:
        block.lines.push(
          `${fs}.readdirSync(${at}).forEach((${each}) => { ${receiver}.use('/' + ${path}.basename(${each}, '.js'), require(${path}.join(${at}, ${each}))); });`,
        );
        return;
      case 1:
        block.lines.push(
          `for (const ${each} of ${fs}.readdirSync(${at}).filter((name) => name.endsWith('.js'))) { ${receiver}.use(\`/\${${each}.split('.')[0]}\`, require(\`\${${at}}/\${${each}}\`)); }`,
        );
        return;
      default:
        block.lines.push(
          `for (const ${each} of ${fs}.readdirSync(${at}, { withFileTypes: true })) { if (!${each}.isFile()) continue; ${receiver}.use(require(${path}.resolve(${at}, ${each}.name))); }`,
        );
    }
  }
}
