import fc from 'fast-check';

/** A set-up program for Fastify: files by name, `main.js` first. */
export type FastifyProgram = ReadonlyMap<string, string>;

type Statement =
  | { readonly kind: 'hook'; readonly phase: string; readonly through: number }
  | {
      readonly kind: 'route';
      readonly form: number;
      readonly method: string;
      readonly path: number;
      readonly hooks: readonly (readonly [string, number])[];
    }
  | { readonly kind: 'decorate' }
  | { readonly kind: 'table'; readonly rows: number }
  | { readonly kind: 'await'; readonly what: number }
  | { readonly kind: 'after'; readonly async: boolean; readonly body: readonly Statement[] }
  | {
      readonly kind: 'register';
      readonly place: number;
      readonly style: number;
      readonly prefix: number;
      readonly options: number;
      readonly awaited: boolean;
      readonly body: readonly Statement[];
    };

const PHASES = ['onRequest', 'preParsing', 'preValidation', 'preHandler', 'preSerialization', 'onSend', 'onResponse'];
const METHODS = ['get', 'post', 'put', 'delete', 'patch', 'all', 'options'];
const small = (max: number): fc.Arbitrary<number> => fc.nat({ max });

interface Letrec {
  statements: readonly Statement[];
  statement: Statement;
}
const { statements } = fc.letrec<Letrec>((tie: fc.LetrecTypedTie<Letrec>) => ({
  statements: fc.array(tie('statement'), { maxLength: 5, depthIdentifier: 'program' }),
  statement: fc.oneof(
    { depthIdentifier: 'program', maxDepth: 4 },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('route' as const),
        form: small(5),
        method: fc.constantFrom(...METHODS),
        path: small(8),
        hooks: fc.array(fc.tuple(fc.constantFrom(...PHASES), small(4)), { maxLength: 2 }),
      }),
    },
    { weight: 3, arbitrary: fc.record({ kind: fc.constant('hook' as const), phase: fc.constantFrom(...PHASES), through: small(3) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('decorate' as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('table' as const), rows: small(2) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('await' as const), what: small(3) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('after' as const), async: fc.boolean(), body: tie('statements') }) },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('register' as const),
        place: small(4),
        style: small(5),
        prefix: small(7),
        options: small(2),
        awaited: fc.boolean(),
        body: tie('statements'),
      }),
    },
  ),
}));

/** What makes a program: its statements, and how the main file starts. */
export const fastifyPrograms: fc.Arbitrary<FastifyProgram> = fc
  .record({ body: statements, start: small(4), trailing: fc.boolean() })
  .map(({ body, start, trailing }) => new Writer().program(body, start, trailing));

class Writer {
  private readonly files = new Map<string, string>();
  private count = 0;
  private decorators: string[] = [];
  /** The instance that is written now has a prefix of its own or of one around it. */
  private prefixed = false;

  program(body: readonly Statement[], start: number, trailing: boolean): FastifyProgram {
    this.files.set('main.js', '');
    const app = 'depot';
    const make = `const fastify = require('fastify');\nconst fp = require('fastify-plugin');\n`;
    const options = trailing ? '{ ignoreTrailingSlash: true }' : '';
    const inside = this.body(body, app, true);
    const main = [
      `const ${app} = fastify(${options});\nasync function open() {\n${inside}\n  await ${app}.listen({ port: 0 });\n}\nopen();`,
      `const ${app} = fastify(${options});\nasync function open() {\n${inside}\n}\nopen().then(() => ${app}.ready());`,
      `async function build() {\n  const ${app} = fastify(${options});\n${inside}\n  return ${app};\n}\nbuild().then((made) => made.listen({ port: 0 }));`,
      `const ${app} = fastify(${options});\n${this.body(body, app, false)}\n${app}.listen({ port: 0 }, () => {});`,
      `const ${app} = fastify(${options});\n${this.body(body, app, false)}\nmodule.exports = ${app};`,
    ][start]!;
    this.files.set('main.js', `${make}${TRACE}${main}\n`);
    return this.files;
  }

  private hookFunction(phase: string): string {
    const name = `h${++this.count}${phase}`;
    const payload = phase === 'preParsing' || phase === 'preSerialization' || phase === 'onSend';
    if (this.count % 3 === 0)
      return `async function ${name}(${payload ? 'request, reply, payload' : 'request, reply'}) { mark('${name}');${payload ? ' return payload;' : ''} }`;
    return payload
      ? `function ${name}(request, reply, payload, done) { mark('${name}'); done(null, payload); }`
      : `function ${name}(request, reply, done) { mark('${name}'); done(); }`;
  }

  private handler(): string {
    const name = `handler${++this.count}`;
    return this.count % 2
      ? `async function ${name}(request, reply) { mark('${name}'); return { ok: true }; }`
      : `function ${name}(request, reply) { mark('${name}'); reply.send({ ok: true }); }`;
  }

  private path(form: number, prefixed: boolean): string {
    const n = ++this.count;
    return [
      '/',
      prefixed ? '' : '/',
      `/p${n}`,
      `/p${n}/:id`,
      `/p${n}/`,
      prefixed ? `p${n}` : `/p${n}/z`,
      `/p${n}/*`,
      `/:v${n}/q${n}`,
      `/p${n}/:key(^\\\\d+$)`,
    ][form]!;
  }

  private options(hooks: readonly (readonly [string, number])[], app: string): string {
    const seen = new Map<string, string>();
    for (const [phase, form] of hooks) {
      const decorator = this.decorators.at(-1);
      const one =
        form === 3 && decorator !== undefined && /^preHandler|^onRequest|^preValidation/.test(phase)
          ? `${app}.${decorator}`
          : this.hookFunction(phase);
      seen.set(phase, form === 1 ? `[${one}, ${this.hookFunction(phase)}]` : form === 2 ? `[${one}]` : one);
    }
    return [...seen].map(([phase, value]) => `${phase}: ${value}`).join(', ');
  }

  private body(statements: readonly Statement[], app: string, async: boolean): string {
    return statements
      .map((statement) =>
        this.statement(statement, app, async)
          .split('\n')
          .map((line) => `  ${line}`)
          .join('\n'),
      )
      .join('\n');
  }

  private statement(statement: Statement, app: string, async: boolean): string {
    switch (statement.kind) {
      case 'hook': {
        const decorator = this.decorators.at(-1);
        if (statement.through === 1 && decorator !== undefined && /^preHandler|^onRequest|^preValidation/.test(statement.phase))
          return `if (${app}.${decorator}) ${app}.addHook('${statement.phase}', ${app}.${decorator});`;
        return `${app}.addHook('${statement.phase}', ${this.hookFunction(statement.phase)});`;
      }
      case 'route':
        return this.route(statement, app);
      case 'decorate': {
        const name = `d${++this.count}`;
        const fn = `function ${name}(request, reply, done) { mark('${name}'); done(); }`;
        this.decorators.push(name);
        return `${app}.decorate('${name}', ${fn});`;
      }
      case 'table': {
        const rows = Array.from(
          { length: statement.rows + 1 },
          () => `{ method: '${METHODS[this.count % 4]!.toUpperCase()}', url: '${this.path(2, false)}', handler: ${this.handler()} }`,
        );
        return `for (const row of [\n  ${rows.join(',\n  ')}\n]) ${app}.route(row);`;
      }
      case 'await':
        if (!async) return ';';
        return [`await Promise.resolve();`, `await ${app}.after();`, `await ${app};`, `await null;`][statement.what]!;
      case 'after': {
        const decorators = [...this.decorators];
        const text = statement.async
          ? `${app}.after(async () => {\n${this.body(statement.body, app, true)}\n});`
          : `${app}.after(() => {\n${this.body(statement.body, app, false)}\n});`;
        this.decorators = decorators;
        return text;
      }
      case 'register':
        return this.register(statement, app, async);
    }
  }

  private route(statement: Extract<Statement, { kind: 'route' }>, app: string): string {
    const { method } = statement;
    const url = this.path(statement.path, this.prefixed);
    const options = this.options(statement.hooks, app);
    const handler = this.handler();
    const upper = method === 'all' ? 'GET' : method.toUpperCase();
    switch (statement.form) {
      case 0:
        return `${app}.${method}('${url}', ${options ? `{ ${options} }, ` : ''}${handler});`;
      case 1:
        return `${app}.${method}('${url}', { ${options ? `${options}, ` : ''}handler: ${handler} });`;
      case 2:
        return `${app}.route({ method: '${upper}', url: '${url}', ${options ? `${options}, ` : ''}handler: ${handler} });`;
      case 3:
        return `${app}.route({ method: ['${upper}', 'SEARCH'.length > 3 ? '${upper === 'PUT' ? 'POST' : 'PUT'}' : 'GET'], path: '${url}', ${options ? `${options}, ` : ''}handler: ${handler} });`;
      case 4:
        return `${app}.${method}('${url}', { ...{ ${options} }, prefixTrailingSlash: 'no-slash' }, ${handler});`;
      default:
        return `${app}['${method}'](\`${url.replace(/\\\\/g, '\\\\')}\`, ${options ? `{ ${options} }, ` : ''}${handler});`;
    }
  }

  private register(statement: Extract<Statement, { kind: 'register' }>, app: string, async: boolean): string {
    const n = ++this.count;
    const inner = `shelf${n}`;
    const isAsync = statement.style % 2 === 1;
    const shared = statement.style >= 4;
    const decorators = [...this.decorators];
    const outer = this.prefixed;
    if (!shared && ![0, 4, 6].includes(statement.prefix)) this.prefixed = true;
    const body = this.body(statement.body, inner, isAsync);
    this.prefixed = outer;
    if (!shared) this.decorators = decorators;
    const name = `plugin${n}`;
    const fn = isAsync
      ? `async function ${name}(${inner}, given) {\n${body}\n}`
      : statement.style === 2
        ? `function ${name}(${inner}, given, done) {\n${body}\n  setImmediate(done);\n}`
        : `function ${name}(${inner}, given, done) {\n${body}\n  done();\n}`;
    const wrapped = shared ? `fp(${fn})` : fn;
    const prefix = ['', `/x${n}`, `x${n}`, `/x${n}/`, '', `/x${n}/:part${n}`, '/', `/x${n}/y`][statement.prefix]!;
    const options =
      statement.prefix === 0
        ? ''
        : statement.options === 2
          ? `, () => ({ prefix: '${prefix}' })`
          : statement.options === 1
            ? `, { ...{ other: 1 }, prefix: '${prefix}' }`
            : `, { prefix: '${prefix}' }`;
    let plugin: string;
    if (statement.place === 1 || statement.place === 2 || statement.place === 3) {
      const file = `part${n}.js`;
      this.files.set(file, `const fp = require('fastify-plugin');\n${TRACE}module.exports = ${wrapped};\n`);
      plugin =
        statement.place === 1
          ? `require('./${file}')`
          : statement.place === 2
            ? `import('./${file}')`
            : `{ default: require('./${file}') }`;
    } else plugin = wrapped;
    const call = `${app}.register(${plugin}${options})`;
    return async && statement.awaited ? `await ${call};` : `${call};`;
  }
}

const TRACE = `const mark = (name) => { if (globalThis.steps) globalThis.steps.push(name); };\n`;
