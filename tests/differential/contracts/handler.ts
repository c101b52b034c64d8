import type { Tape } from '../tape.js';
import type { Field } from './program.js';

interface Variable {
  readonly name: string;
  readonly kind: 'text' | 'maybe' | 'number' | 'row' | 'list';
  readonly field?: string;
}
export interface WrittenHandler {
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly async: boolean;
  readonly before: string;
  readonly middlewares: readonly string[];
  readonly handler: string;
  readonly fields: readonly Field[];
}

const VALUES: readonly (readonly unknown[])[] = [
  ['ash', 'zzz', 'elm', 'off'],
  ['7', '2', 'ash', 'elm', 'off'],
  ['elm', 'off', 'ash', 'zzz'],
];
const WORDS = ['ash', 'elm', 'off'];

/**
 * One handler and what stands in front of it. Members of answers whose type the source shows start with `k`;
 * those that echo what came in start with `u`, and of their type nothing is demanded.
 */
export class HandlerWriter {
  private readonly fields: Field[] = [];
  private readonly variables: Variable[] = [];
  private readonly middlewares: string[] = [];
  private before = '';
  private count: number;
  private async = false;
  private readonly method: string;

  constructor(
    private readonly tape: Tape,
    private readonly index: number,
  ) {
    this.count = index * 100;
    this.method = tape.choose(['POST', 'GET', 'PUT', 'DELETE']);
  }

  private get hasBody(): boolean {
    return this.method === 'POST' || this.method === 'PUT';
  }
  private fresh(stem: string): string {
    return `${stem}${++this.count}`;
  }

  write(): WrittenHandler {
    const parameter = this.tape.pick(2) === 1 ? `part${this.index}` : undefined;
    if (parameter) this.fields.push({ part: 'path', name: parameter, values: VALUES[0]! });
    this.async = this.tape.pick(2) === 1;
    const lines: string[] = [];
    if (parameter) lines.push(...this.readPath(parameter));
    if (this.hasBody && this.tape.pick(4) === 3) this.validated();
    for (let reads = this.tape.pick(3); reads > 0; reads--) lines.push(...this.read());
    for (let steps = this.tape.pick(4); steps > 0; steps--) lines.push(...this.step());
    lines.push(...this.answer());
    const name = `handle${this.index}`;
    return {
      name,
      method: this.method,
      path: `/p${this.index}${parameter ? `/:${parameter}` : ''}`,
      async: this.async,
      before: this.before,
      middlewares: this.middlewares,
      fields: this.fields,
      handler: `${this.async ? 'async ' : ''}function ${name}(req, res, next) {\n${lines.map((line) => `  ${line}`).join('\n')}\n}`,
    };
  }

  private readPath(name: string): string[] {
    this.variables.push({ name, kind: 'text', field: name });
    return [
      [`const { ${name} } = req.params;`, `const ${name} = req.params.${name};`, `const ${name} = req.params['${name}'];`][
        this.tape.pick(3)
      ]!,
    ];
  }

  private read(): string[] {
    const part = this.tape.choose(this.hasBody ? (['body', 'query', 'header'] as const) : (['query', 'header'] as const));
    const at = this.tape.pick(3);
    if (part === 'header') {
      const name = `x-${this.fresh('h')}`,
        variable = name.slice(2);
      this.fields.push({ part, name, values: VALUES[at]! });
      this.variables.push({ name: variable, kind: 'maybe', field: name });
      return [
        [
          `const ${variable} = req.get('${name}');`,
          `const ${variable} = req.headers['${name}'];`,
          `const ${variable} = req.header('${name}');`,
          `const { '${name}': ${variable} } = req.headers;`,
        ][this.tape.pick(4)]!,
      ];
    }
    const name = this.fresh(part === 'body' ? 'b' : 'q');
    this.fields.push({ part, name, values: VALUES[at]! });
    const source = `req.${part}`;
    const add = (kind: Variable['kind']): void => {
      this.variables.push({ name, kind, field: name });
    };
    switch (this.tape.pick(10)) {
      case 0:
        add('maybe');
        return [`const { ${name} } = ${source};`];
      case 1:
        add('maybe');
        return [`const ${name} = ${source}.${name};`];
      case 2:
        add('text');
        return [`const { ${name} = 'none' } = ${source};`];
      case 3:
        add('text');
        return [`const ${name} = ${source}.${name} || 'none';`];
      case 4:
        add('number');
        return [`const ${name} = Number(${source}.${name}) || 1;`];
      case 5:
        add('text');
        return [`const ${name} = clean(${source}.${name});`];
      case 6:
        add('number');
        return [`const ${name} = parseInt(${source}.${name} ?? '3', 10);`];
      case 7: {
        const other = this.fresh('o');
        this.fields.push({ part, name: other, values: VALUES[0]! });
        add('maybe');
        this.variables.push({ name: other, kind: 'maybe', field: other });
        return [`const { ${name}, ${other} } = ${source};`];
      }
      case 8:
        add('maybe');
        return [`const given${name} = ${source};`, `const ${name} = given${name}.${name};`];
      default:
        add('maybe');
        return [`let ${name};`, `if ('${name}' in ${source}) ${name} = ${source}.${name};`];
    }
  }

  private validated(): void {
    const [text, number] = [this.fresh('b'), this.fresh('b')];
    this.fields.push({ part: 'body', name: text, values: ['ash', 'elm'] }, { part: 'body', name: number, values: [7, 2] });
    const name = `check${this.index}`;
    this.middlewares.push(name);
    this.before = [
      `const schema${this.index} = z.object({ ${text}: z.string().min(2), ${number}: z.number().optional() });\nfunction ${name}(req, res, next) {\n  const result = schema${this.index}.safeParse(req.body);\n  if (!result.success) return res.status(400).json({ kerror: 'invalid' });\n  req.body = result.data;\n  next();\n}`,
      `const schema${this.index} = Joi.object({ ${text}: Joi.string().required(), ${number}: Joi.number() }).unknown(true);\nfunction ${name}(req, res, next) {\n  const { error, value } = schema${this.index}.validate(req.body);\n  if (error) return next(new HttpError(422, error.message));\n  req.body = value;\n  next();\n}`,
      `const schema${this.index} = z.looseObject({ ${text}: z.string(), ${number}: z.number().int().default(4) });\nfunction ${name}(req, res, next) {\n  try {\n    req.body = schema${this.index}.parse(req.body);\n    next();\n  } catch (error) {\n    res.status(422).json({ uproblems: error.issues.length });\n  }\n}`,
    ][this.tape.pick(3)]!;
  }

  private one(kinds: readonly Variable['kind'][]): Variable | undefined {
    const fitting = this.variables.filter((variable) => kinds.includes(variable.kind));
    return fitting.length > 0 ? this.tape.choose(fitting) : undefined;
  }

  private step(): string[] {
    const request = this.one(['maybe', 'text']);
    const maybe = this.one(['maybe']);
    switch (this.tape.pick(15)) {
      case 0:
        return maybe ? this.guard(maybe) : [];
      case 1:
        return maybe ? this.guard(maybe) : this.loop();
      case 2:
        return request
          ? [`if (${request.name} === '${this.tape.choose(WORDS)}') {`, ...this.answer(true).map((line) => `  ${line}`), '}']
          : [];
      case 3:
        return this.find(request?.name ?? `'ash'`);
      case 4:
        return this.loop();
      case 5:
        return request ? this.selection(request) : [];
      case 6:
        return this.attempt(request?.name ?? `'elm'`);
      case 7: {
        const name = this.fresh('v');
        this.variables.push({ name, kind: 'text' });
        return [
          [
            `const ${name} = label(${request?.name ?? 3});`,
            `const ${name} = ${request?.name ?? `'a'`} ? 'yes' : 'no';`,
            `const ${name} = \`v \${${request?.name ?? 1}}\`;`,
            `let ${name} = 'low';`,
          ][this.tape.pick(4)]!,
          ...(this.tape.pick(2) === 1 ? [`if (depot.count() > 1) ${'void 0'};`] : []),
        ];
      }
      case 8: {
        const name = this.fresh('n');
        this.variables.push({ name, kind: 'number' });
        return [
          [
            `const ${name} = depot.count();`,
            `const ${name} = store.all().filter((row) => row.kon).length;`,
            `const ${name} = Math.max(${this.one(['number'])?.name ?? 2}, 1);`,
            `let ${name} = 0;\n  for (const row of store.all()) ${name} += row.kid;`,
            `const ${name} = store.all().reduce((sum, row) => sum + row.kid, 0);`,
          ][this.tape.pick(5)]!,
        ];
      }
      case 9:
        return maybe ? [`if (${maybe.name}) {`, ...this.answer(true).map((line) => `  ${line}`), '}'] : [];
      case 10:
        return maybe ? this.guard(maybe) : [];
      case 11:
        return maybe ? this.early(maybe) : [];
      case 12:
        return this.rounds(request?.name ?? `'elm'`);
      case 13:
        return this.async ? this.race(request?.name ?? `'ash'`) : this.rounds(request?.name ?? `'off'`);
      default: {
        const name = this.fresh('r');
        this.variables.push({ name, kind: 'row' });
        return [
          [
            `const ${name} = Depot.make(${request?.name ?? `'oak'`});`,
            `const ${name} = this && depot.rows[0];`,
            `const ${name} = { ...store.all()[0] };\n  delete ${name}.ksecret;`,
            `const ${name} = Object.assign({}, { kid: 4 }, { kname: 'fir' });`,
            `const ${name} = view(store.all()[1]);`,
            `const ${name} = { kid: 3, kname: 'yew' };\n  ${name}.kon = true;`,
          ][this.tape.pick(6)]!.replace('this && ', ''),
        ];
      }
    }
  }

  private guard(variable: Variable): string[] {
    const test = [
      `!${variable.name}`,
      `${variable.name} === undefined`,
      `${variable.name} == null`,
      `typeof ${variable.name} === 'undefined'`,
      `!${variable.name} || ${variable.name}.length === 0`,
    ][this.tape.pick(5)]!;
    const refusal = [
      `return res.status(400).json({ kerror: 'missing' });`,
      `return res.sendStatus(400);`,
      `throw new HttpError(400, 'missing');`,
      `return next(new HttpError(422, 'missing'));`,
      `return fail(res, 400, 'missing');`,
      `{ res.status(422).send({ kproblem: '${variable.name}' }); return; }`,
      `throw Object.assign(new Error('bad'), { status: 400 });`,
      `return res.status(401).end();`,
      `return void res.status(403).json({ kerror: 'no', kfield: '${variable.name}' });`,
      `throw new Error('plain');`,
      `return next(new Error('broken'));`,
    ][this.tape.pick(11)]!;
    if (this.tape.pick(6) === 5) return [`assertPresent(${variable.name}, '${variable.name}');`];
    return [`if (${test}) ${refusal}`];
  }

  /** A function of the handler that returns early, and whoever asks what it has done. */
  private early({ name: given }: Variable): string[] {
    const [name, run] = [this.fresh('e'), this.fresh('f')];
    const refusal = [`return res.status(409).json({ kerror: 'early' });`, `throw new Missing('early');`, `return res.sendStatus(404);`][
      this.tape.pick(3)
    ]!;
    const forms: { readonly kind: Variable['kind']; readonly lines: readonly string[] }[] = [
      {
        kind: 'text',
        lines: [
          `let ${name} = '';`,
          `const ${run} = () => { if (!${given}) return; ${name} = 'kept'; };`,
          `${run}();`,
          `if (!${name}) ${refusal}`,
        ],
      },
      {
        kind: 'row',
        lines: [
          `const ${run} = { row: null };`,
          `store.all().forEach((row) => { if (row.kname !== ${given}) return; ${run}.row = row; });`,
          `if (${run}.row === null) ${refusal}`,
          `const ${name} = ${run}.row;`,
        ],
      },
      {
        kind: 'text',
        lines: [
          `let ${name} = 'none';`,
          `const ${run} = (value) => { if (value === 'off') { res.status(403); return false; } res.status(202); ${name} = 'on'; return true; };`,
          `if (!${run}(${given})) return res.json({ kerror: ${name} });`,
        ],
      },
      {
        kind: 'text',
        lines: [
          `let ${name};`,
          `const ${run} = (value) => { try { if (!value) return null; ${name} = 'tried'; return value; } finally { depot.count(); } };`,
          `if (${run}(${given}) === null) ${refusal}`,
        ],
      },
    ];
    if (this.async)
      forms.push({
        kind: 'row',
        lines: [
          `let ${name};`,
          `const ${run} = async () => { if (!${given}) return; ${name} = await later({ kid: 6, kname: 'oak' }); };`,
          `await ${run}();`,
          `if (!${name}) ${refusal}`,
        ],
      });
    const { kind, lines } = this.tape.choose(forms);
    this.variables.push({ name, kind });
    return [...lines];
  }

  /** Rounds that go on where something does not fit, and what they have returned, thrown, kept or left behind. */
  private rounds(key: string): string[] {
    const [name, each] = [this.fresh('r'), this.fresh('i')];
    const answer = `return res.status(203).json({ kround: ${each}.kid });`;
    const forms: { readonly kind?: Variable['kind']; readonly lines: readonly string[] }[] = [
      {
        kind: 'row',
        lines: [
          `let ${name} = null;`,
          `for (const ${each} of store.all()) { if (${each}.kname !== ${key}) continue; ${name} = ${each}; break; }`,
          `if (!${name}) return res.status(404).json({ kerror: 'none' });`,
        ],
      },
      { lines: [`for (const ${each} of store.all()) { if (${each}.kname !== ${key}) continue; ${answer} }`] },
      { lines: [`for (const ${each} of store.all()) { if (${each}.kname === ${key}) { depot.count(); } else { continue; } ${answer} }`] },
      {
        lines: [
          `for (const ${each} of store.all()) { if (${each}.kname !== ${key} || ${key} === 'ash') continue; throw new Refused('round'); }`,
        ],
      },
      { lines: [`for (const ${each} of store.all()) { if (${key} === 'off') break; ${answer} }`] },
      {
        kind: 'list',
        lines: [
          `const ${name} = [];`,
          `for (const ${each} of store.all()) { if (!${each}.kon && ${key} === 'elm') continue; ${name}.push({ kid: ${each}.kid }); }`,
        ],
      },
      {
        lines: [
          `outer: for (const ${each} of store.all()) {`,
          `  for (const tag of ['ash', 'oak']) { if (tag === ${key}) continue outer; if (${key} === 'elm') break outer; }`,
          `  ${answer}`,
          '}',
        ],
      },
      {
        lines: [
          `for (const ${each} of store.all()) {`,
          `  switch (${key}) { case 'ash': continue; case 'elm': if (${each}.kon) break; ${answer} default: break; }`,
          `  depot.count();`,
          '}',
        ],
      },
      {
        kind: 'text',
        lines: [
          `let ${name} = 'never';`,
          `do { if (${key} === 'off') break; ${name} = 'done'; } while (${name} === 'never');`,
          `if (${name} === 'never') return res.status(409).json({ kleft: ${name} });`,
        ],
      },
    ];
    if (this.async)
      forms.push(
        { lines: [`for (const ${each} of await depot.list()) { if ((await later(${each})).kname !== ${key}) continue; ${answer} }`] },
        {
          lines: [
            `for (const ${each} of store.all()) {`,
            `  if (${each}.kname !== ${key}) continue;`,
            `  await findLater(${key} === 'elm' ? 'nobody' : ${each}.kname);`,
            `  ${answer}`,
            '}',
          ],
        },
      );
    const { kind, lines } = this.tape.choose(forms);
    if (kind) this.variables.push({ name, kind });
    return [...lines];
  }

  /** What is waited for beside a time limit, or is told by one of two events. */
  private race(key: string): string[] {
    const name = this.fresh('r');
    const limit = `new Promise((_, reject) => setTimeout(() => reject(new HttpError(408, 'slow')), 200).unref())`;
    const forms: { readonly kind?: Variable['kind']; readonly lines: readonly string[] }[] = [
      {
        kind: 'row',
        lines: [
          `const ${name} = await new Promise((resolve, reject) => {`,
          `  const limit = setTimeout(() => reject(new HttpError(504, 'slow')), 1000);`,
          `  lookup(${key}, (error, value) => { clearTimeout(limit); if (error) return reject(error); resolve(value); });`,
          '});',
        ],
      },
      { kind: 'row', lines: [`const ${name} = await Promise.race([findLater(${key}), ${limit}]);`] },
      { kind: 'row', lines: [`const ${name} = await told(${key});`] },
      { lines: [`await new Promise((resolve) => setTimeout(resolve, 1));`] },
      { lines: [`if (${key} === 'elm') await new Promise((_, reject) => setTimeout(() => reject(new HttpError(424, 'late')), 1));`] },
      {
        kind: 'row',
        lines: [
          `const [${name}s] = await Promise.allSettled([findLater(${key})]);`,
          `if (${name}s.status === 'rejected') return res.status(424).json({ ksettled: ${name}s.status });`,
          `const ${name} = ${name}s.value;`,
        ],
      },
      { kind: 'row', lines: [`const ${name} = await Promise.any([findLater(${key}), later({ kid: 8, kname: 'any' })]);`] },
      {
        kind: 'row',
        lines: [
          `let ${name} = { kid: 7, kname: 'first' };`,
          `try { ${name} = await Promise.race([told(${key}), ${limit}]); } catch (error) { if (error.status !== 502) throw error; return res.status(503).json({ kerror: 'told' }); }`,
        ],
      },
    ];
    const { kind, lines } = this.tape.choose(forms);
    if (kind) this.variables.push({ name, kind });
    return [...lines];
  }

  private find(key: string): string[] {
    const name = this.fresh('r');
    const list = this.fresh('l');
    const forms: string[][] = [
      [`const ${name} = store.byName(${key});`, `if (!${name}) return res.status(404).json({ kerror: 'unknown' });`],
      [`const ${name} = store.byName(${key});`, `if (!${name}) throw new Missing('row');`],
      [`const ${name} = store.all().find((row) => row.kname === ${key}) || store.all()[0];`],
    ];
    if (this.async)
      forms.push(
        [`const ${name} = await depot.find(${key});`],
        [`const ${name} = await later({ kid: 5, kname: 'bay' });`],
        [`const ${name} = await findLater(${key});`],
        [`const [${name}, ${list}] = await Promise.all([depot.find('ash'), depot.list()]);`],
      );
    const form = this.tape.pick(forms.length);
    this.variables.push({ name, kind: 'row' });
    if (form === 6) this.variables.push({ name: list, kind: 'list' });
    return forms[form]!;
  }

  private loop(): string[] {
    const name = this.fresh('l');
    this.variables.push({ name, kind: 'list' });
    return [
      [`const ${name} = store.all().map((row) => ({ kid: row.kid, kname: row.kname.toUpperCase() }));`],
      [`const ${name} = [];`, `for (const row of store.all()) ${name}.push({ kid: row.kid, kbig: row.kid > 1 });`],
      [`const ${name} = store.all().filter((row) => row.kon).map(view);`],
      [`const ${name} = [];`, `store.all().forEach((row) => { ${name}.push(pickOf(row, 'kid', 'kon')); });`],
      [`const ${name} = Object.values({ kone: { kid: 1 }, ktwo: { kid: 2 } });`],
      [`const ${name} = [...store.all(), { kid: 9, kname: 'last', kon: false, ktags: [] }].map(({ ksecret, ...row }) => row);`],
    ][this.tape.pick(6)]!;
  }

  private selection(variable: Variable): string[] {
    return [
      `switch (${variable.name}) {`,
      `  case 'ash':`,
      ...this.answer(true).map((line) => `    ${line}`),
      `  case 'off': throw new Refused();`,
      ...(this.tape.pick(2) === 1
        ? [`  case 'elm': break;`, `  default: return res.status(409).json({ kconflict: true });`]
        : [`  default: break;`]),
      '}',
    ];
  }

  private attempt(key: string): string[] {
    const name = this.fresh('r');
    this.variables.push({ name, kind: 'row' });
    const caught = [
      `return res.status(502).json({ kerror: 'upstream' });`,
      `return res.status(error.status || 500).json({ kerror: error.message });`,
      `return next(error);`,
      `if (error instanceof Missing) return res.sendStatus(404);\n    throw error;`,
      `${name} = { kid: 0, kname: 'none' };`,
    ][this.tape.pick(5)]!;
    const body = this.async
      ? `${name} = await depot.find(${key});`
      : `${name} = store.byName(${key});\n    if (!${name}) throw new Missing('thing');`;
    return [
      `let ${name};`,
      'try {',
      `  ${body}`,
      '} catch (error) {',
      `  ${caught}`,
      ...(this.tape.pick(3) === 2 ? ['} finally {', '  depot.count();'] : []),
      '}',
    ];
  }

  private member(depth: number): string {
    const name = this.fresh('k');
    const row = this.one(['row']),
      list = this.one(['list']),
      number = this.one(['number']),
      text = this.one(['text']),
      maybe = this.one(['maybe']);
    switch (this.tape.pick(16)) {
      case 0:
        return `${name}: 'ready'`;
      case 1:
        return `${name}: 3`;
      case 2:
        return `${name}: true`;
      case 3:
        return maybe ? `${this.fresh('u')}: ${maybe.name}` : `${name}: null`;
      case 4:
        return row ? `${name}: ${row.name}` : `${name}: [1, 2]`;
      case 5:
        return list ? `${name}: ${list.name}` : `${name}: ['a']`;
      case 6:
        return number ? `${name}: ${number.name} + 1` : `${name}: 1.5`;
      case 7:
        return text ? `${name}: \`\${${text.name}}!\`` : `${name}: String(4)`;
      case 8:
        return `${name}: Boolean(${maybe?.name ?? 1})`;
      case 9:
        return row ? `${name}: ${row.name}.kname` : `${name}: new Date()`;
      case 10:
        return list ? `${name}: ${list.name}.length` : `${name}: Date.now()`;
      case 11:
        return depth > 0 ? `${name}: { ${this.member(depth - 1)} }` : `${name}: ''`;
      case 12:
        return maybe ? `...(${maybe.name} && { ${name}: 1 })` : `...{ ${name}: 1 }`;
      case 13:
        return row ? `...${row.name}` : `${name}: depot.count()`;
      case 14:
        return maybe ? `${name}: ${maybe.name} ? 'set' : null` : `${name}: [{ kx: 1 }]`;
      default:
        return list ? `${name}: ${list.name}.map((each) => each.kid)` : `${name}: typeof ${maybe?.name ?? '1'}`;
    }
  }

  private data(): string {
    const row = this.one(['row']),
      list = this.one(['list']);
    switch (this.tape.pick(5)) {
      case 1:
        return row ? row.name : `{ ${this.member(1)} }`;
      case 2:
        return list ? list.name : `{ ${this.member(1)}, ${this.member(1)} }`;
      case 3:
        return `{ ${this.member(1)}, ${this.member(1)}, ${this.member(1)} }`;
      default:
        return `{ ${this.member(1)} }`;
    }
  }

  /** Lines that answer and end. In a branch, `return` leaves the handler. */
  private answer(branch = false): string[] {
    const data = this.data();
    const status = this.tape.choose([200, 201, 202, 404, 409, 418]);
    const maybe = this.one(['maybe']);
    switch (this.tape.pick(18)) {
      case 0:
        return [`return res.json(${data});`];
      case 1:
        return [`return res.status(${status}).json(${data});`];
      case 2:
        return [`return res.status(${status}).send(${data});`];
      case 3:
        return [`return res.sendStatus(204);`];
      case 4:
        return [`return res.status(204).end();`];
      case 5:
        return [`return res.redirect('/elsewhere');`];
      case 6:
        return [`return res.redirect(301, '/elsewhere');`];
      case 7:
        return [`return ok(res, ${data});`];
      case 8:
        return [`return ok(res, ${data}, 201);`];
      case 9:
        return [`return fail(res, ${status}, 'failed');`];
      case 10:
        return maybe
          ? [`return res.status(${maybe.name} ? 200 : 202).json(${maybe.name} ? ${data} : { kempty: true });`]
          : [`return res.send('text');`];
      case 11:
        return ["throw new Refused('never');"];
      case 12:
        return [`res.statusCode = ${status};`, `return res.json(${data});`];
      case 13:
        return [`const out = ${data};`, `res.status(${status});`, `return res.send(out);`];
      case 14:
        return this.async
          ? [`return res.json(await later(${data}));`]
          : [`return later(${data}).then((value) => res.json(value)).catch(next);`];
      case 15:
        return branch
          ? [`return lookup('ash', (error, value) => (error ? next(error) : res.json(value)));`]
          : [
              `lookup(${maybe?.name ?? `'ash'`}, (error, value) => {`,
              '  if (error) return next(error);',
              `  res.status(${status}).json({ kfound: value });`,
              '});',
              ...(branch ? ['return;'] : []),
            ];
      case 16:
        return [`return findLater(${maybe?.name ?? `'elm'`}).then(({ kid }) => res.json({ kid })).catch(next);`];
      default:
        return [`res.set('x-made', 'yes').status(${status}).json(${data});`, 'return;'];
    }
  }
}
