import { quote, type Block, type Program } from './program.js';

/** Code that evaluates to `text`, in one of many ways; what it needs is declared in the block's file or in others. */
export function stringCode(program: Program, block: Block, text: string, depth = 0): string {
  const { tape } = program;
  if (depth > 2) return quote(text);
  const again = (part: string): string => stringCode(program, block, part, depth + 1);
  const cut = text.length > 1 ? 1 + tape.pick(text.length - 1) : text.length;
  const [head, rest] = [text.slice(0, cut), text.slice(cut)];
  const name = (): string => program.name();
  const top = (line: string): void => {
    block.file.tops.push(line);
  };
  const choice = tape.pick(44);
  if (
    (program.without.has('tags') && choice === 28) ||
    (program.without.has('iterators') && [29, 42].includes(choice)) ||
    (program.without.has('generators') && choice === 29)
  )
    return quote(text);
  switch (choice) {
    default:
      return quote(text);
    case 8: {
      const constant = name();
      top(`const ${constant}${program.type('string')} = ${again(text)};`);
      return constant;
    }
    case 9:
      return '`' + head.replaceAll('\\', '\\\\') + '${' + again(rest) + '}`';
    case 10:
      return `${again(head)} + ${quote(rest)}`;
    case 11: {
      const constant = name();
      const file = program.file();
      file.tops.push(`const ${constant} = ${stringCode(program, { ...block, file }, text, depth + 1)};`);
      file.exports.push(constant);
      return program.link(block.file, file, constant);
    }
    case 12: {
      const object = name(),
        key = name();
      top(`const ${object} = { ${key}: ${again(text)}, ${name()}: 'unused' };`);
      return tape.choose([`${object}.${key}`, `${object}['${key}']`, `${object}?.${key}`]);
    }
    case 13: {
      const fn = name();
      const value = again(text);
      block.file.tail.push(`function ${fn}(suffix = ${quote(rest)}) { return ${quote(head)} + suffix; }`);
      void value;
      return `${fn}()`;
    }
    case 14:
      return `[${text
        .split('/')
        .map((part) => quote(part))
        .join(', ')}].join('/')`;
    case 15: {
      const holder = name();
      top(`class ${holder} { static ${name()} = 1; static base${program.type('string')} = ${again(text)}; }`);
      return `${holder}.base`;
    }
    case 16: {
      const flag = name();
      top(`const ${flag}${program.type('boolean')} = ${tape.choose(['true', '!false', "'on' === 'on'", '2 > 1', 'Boolean(1)', '!!"x"'])};`);
      return `(${flag} ? ${again(text)} : '/wrong')`;
    }
    case 17: {
      const missing = name();
      top(
        `const ${missing}${program.type('any')} = ${tape.choose(['null', 'undefined', '{}.nothing'])};`.replace(
          '{}.nothing',
          program.format === 'ts' ? '({} as any).nothing' : '{}.nothing',
        ),
      );
      return `(${missing} ?? ${again(text)})`;
    }
    case 18:
      return tape.choose(
        [
          `${quote(text.toUpperCase())}.toLowerCase()`,
          `${quote(` ${text} `)}.trim()`,
          `${quote(`${text}XX`)}.slice(0, -2)`,
          `${quote(text.replace('/', '~'))}.replace('~', '/')`,
          `${quote(`__${text}`)}.substring(2)`,
          `${quote(head)}.concat(${quote(rest)})`,
          `${quote(text.replaceAll('/', '|'))}.split('|').join('/')`,
          `${quote([...text].reverse().join(''))}.split('').reverse().join('')`,
          `${quote(`${text},/other`)}.split(',')[0]`,
          `${quote(text.replaceAll('/', '.'))}.replace(/\\./g, '/')`,
          `${quote(text.replaceAll('/', '.'))}.replaceAll('.', '/')`,
          `String(${quote(text)})`,
        ].filter((_, index) => index !== 0 || text === text.toLowerCase()),
      );
    case 19: {
      const map = name();
      top(`const ${map} = new Map([[${quote('k')}, ${again(text)}], ['z', '/zzz']]);`);
      return `${map}.get('k')${program.format === 'ts' ? '!' : ''}`;
    }
    case 20: {
      const object = name(),
        key = name();
      top(`const ${object} = Object.fromEntries([['${key}', ${again(text)}]]);`);
      return `${object}.${key}${program.format === 'ts' ? '!' : ''}`;
    }
    case 21: {
      const object = name(),
        key = name();
      top(
        `const ${object} = ${tape.choose([`Object.assign({}, { ${key}: 'old' }, { ${key}: ${again(text)} })`, `{ ...{ ${key}: 'old' }, ...{ ${key}: ${again(text)} } }`, `Object.freeze({ ${key}: ${again(text)} })`])};`,
      );
      return `${object}.${key}`;
    }
    case 22: {
      const object = name(),
        key = name();
      top(`const ${object} = { get ${key}() { return ${again(text)}; } };`);
      return `${object}.${key}`;
    }
    case 23:
      return `(() => { ${tape.choose([`return ${again(text)};`, `const parts = [${quote(head)}, ${quote(rest)}]; return parts.join('');`, `try { return ${again(text)}; } finally { }`, `switch ('b'${program.format === 'ts' ? ' as string' : ''}) { case 'a': return '/wrong'; case 'b': return ${again(text)}; default: return '/other'; }`])} })()`;
    case 24: {
      const parts = name();
      top(`const ${parts} = [${[...splitEvery(text, 3)].map(quote).join(', ')}].reduce((all, part) => all + part, '');`);
      return parts;
    }
    case 25: {
      const variable = name();
      top(`let ${variable} = ${quote(head)};`);
      top(`${variable} += ${again(rest)};`);
      return variable;
    }
    case 26: {
      const list = name();
      top(`const ${list} = ['/x', ${again(text)}, '/y'];`);
      return (
        tape.choose([
          `${list}[1]`,
          `${list}.at(1)`,
          `${list}[${list}.length - 2]`,
          `${list}.find((each) => each !== '/x')`,
          `${list}.slice(1)[0]`,
          `${list}.filter((_, index) => index === 1)[0]`,
        ]) + (program.format === 'ts' ? '!' : '')
      );
    }
    case 27:
      return `(process.env.${program.name().toUpperCase()} || ${again(text)})`;
    case 28: {
      const tag = name();
      top(
        program.format === 'ts'
          ? `function ${tag}(strings: TemplateStringsArray, ...values: string[]) { return strings.reduce((all, part, index) => all + part + (values[index] ?? ''), ''); }`
          : `function ${tag}(strings, ...values) { return strings.reduce((all, part, index) => all + part + (values[index] ?? ''), ''); }`,
      );
      return `${tag}\`${head.replaceAll('\\', '\\\\')}\${${again(rest)}}\``;
    }
    case 29: {
      const generate = name();
      top(`function* ${generate}() { yield ${again(text)}; yield '/second'; }`);
      return (
        tape.choose([`[...${generate}()][0]`, `${generate}().next().value`, `Array.from(${generate}())[0]`]) +
        (program.format === 'ts' ? '!' : '')
      );
    }
    case 30: {
      const constant = name();
      if (program.format === 'ts') {
        top(`enum ${constant} { Base = ${quote(text)}, Other = '/o' }`);
        return `${constant}.Base`;
      }
      top(`const ${constant} = Object.freeze({ BASE: ${quote(text)} });`);
      return `${constant}.BASE`;
    }
    case 31:
      return `JSON.parse(${quote(JSON.stringify({ v: text }))}).v`;
    case 32: {
      const variable = name();
      top(`const { ${variable} = ${again(text)} } = ${program.format === 'ts' ? '({} as Record<string, string>)' : '{}'};`);
      return variable;
    }
    case 33: {
      const variable = name();
      top(`const [, ${variable}, ...${variable}Rest] = ['/skipped', ${again(text)}, '/more'];`);
      top(`void ${variable}Rest;`);
      return variable;
    }
    case 34: {
      const fn = name();
      top(
        `const ${fn} = (count${program.type('number')})${program.type('string')} => (count === 0 ? ${quote(rest)} : ${fn === '' ? '' : `${quote(head)} + ${fn}(count - 1)`});`,
      );
      return `${fn}(1)`;
    }
    case 35: {
      const symbol = name(),
        object = name();
      top(`const ${symbol} = Symbol('${symbol}');`);
      top(`const ${object} = { [${symbol}]: ${again(text)} };`);
      return `${object}[${symbol}]`;
    }
    case 36: {
      const key = name(),
        object = name();
      top(`const ${object} = { ['${key}' + 1]: ${again(text)} };`);
      return `${object}.${key}1`;
    }
    case 37: {
      const file = `${tape.choose(['', 'data/'])}${name()}.json`,
        key = name();
      program.data.set(file, `${JSON.stringify({ [key]: text, list: [1, 2] }, null, 2)}\n`);
      const local = name(),
        specifier = program.specifier(block.file, file);
      block.file.imports.push(
        program.format === 'cjs'
          ? `const ${local} = require('${specifier}');`
          : `import ${local} from '${specifier}' with { type: 'json' };`,
      );
      return `${local}.${key}`;
    }
    case 38: {
      const holder = name();
      top(
        `class ${holder} { ${program.format === 'ts' ? 'private ' : '#'}part${program.type('string')} = ${quote(head)}; constructor(rest${program.type('string')}) { this.${program.format === 'ts' ? '' : '#'}part += rest; } toString() { return this.${program.format === 'ts' ? '' : '#'}part; } }`,
      );
      return tape.choose([
        `new ${holder}(${again(rest)}).toString()`,
        `String(new ${holder}(${quote(rest)}))`,
        '`${new ' + holder + '(' + quote(rest) + ')}`',
      ]);
    }
    case 39: {
      const variable = name();
      top(`let ${variable} = '';`);
      top(
        tape.choose([
          `for (const part of [${quote(head)}, ${quote(rest)}]) ${variable} += part;`,
          `for (let i = 0; i < 2; i++) ${variable} += [${quote(head)}, ${quote(rest)}][i];`,
          `[${quote(head)}, ${quote(rest)}].forEach((part) => { ${variable} = ${variable} + part; });`,
          `for (const part of ${quote(text)}) { if (part === '!') continue; ${variable} += part; }`,
        ]),
      );
      return variable;
    }
    case 40: {
      const fn = name();
      top(`const ${fn} = (prefix${program.type('string')}) => (suffix${program.type('string')}) => prefix + suffix;`);
      return `${fn}(${quote(head)})(${again(rest)})`;
    }
    case 41: {
      const fn = name();
      top(
        `function ${fn}(${program.format === 'ts' ? '{ prefix = ' + quote(head) + ', suffix }: { prefix?: string; suffix: string }' : `{ prefix = ${quote(head)}, suffix }`}) { return [prefix, suffix].join(''); }`,
      );
      return `${fn}({ suffix: ${again(rest)} })`;
    }
    case 42: {
      const set = name();
      top(`const ${set} = new Set([${again(text)}, '/never']);`);
      return (
        tape.choose([`[...${set}][0]`, `Array.from(${set})[0]`, `${set}.values().next().value`]) + (program.format === 'ts' ? '!' : '')
      );
    }
    case 43: {
      const object = name(),
        key = name();
      top(`const ${object}${program.type('any')} = {};`);
      top(
        tape.choose([
          `${object}.${key} = ${again(text)};`,
          `Object.defineProperty(${object}, '${key}', { value: ${again(text)} });`,
          `${object}['${key}'] ??= ${again(text)};`,
        ]),
      );
      return `${object}.${key}`;
    }
  }
}

function* splitEvery(text: string, size: number): Generator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}

/** Code for a middleware that the program wrote itself, so that all of what it does is there. */
export const ownMiddlewareCode = (program: Program, block: Block): string =>
  middlewareCode(program, block, program.tape.choose([0, 7, 8, 10, 20, 22, 23, 24]));

/** Code for a middleware. Its name starts with a token that its factory shares. */
export function middlewareCode(program: Program, block: Block, form = program.tape.pick(25)): string {
  const { tape } = program;
  const { file } = block;
  const parameters = program.format === 'ts' ? '(req: any, res: any, next: any)' : '(req, res, next)';
  const name = program.name();
  switch (form) {
    default:
      file.tops.push(`function ${name}${parameters} { next(); }`);
      file.middlewares.push(name);
      return name;
    case 22:
      // One that refuses hands on what the oracle's second request brings.
      file.tops.push(
        `function ${name}${parameters} {`,
        tape.choose([
          `  if (!req.headers.authorization) return res.status(401).end();`,
          `  if (!req.get('authorization')) { res.status(403).json({ error: 'no' }); return; }`,
          `  if (!req.headers['authorization']) return next(Object.assign(new Error('no'), { status: 401 }));`,
        ]),
        '  next();',
        '}',
      );
      return name;
    case 23:
      file.tops.push(
        `const ${name} = (role${program.type('string')}) => async function ${name}Inner${parameters} {\n  if (req.headers.authorization === role) return res.sendStatus(403);\n  return next();\n};`,
      );
      return `${name}('Basic')`;
    case 24:
      file.tops.push(`const ${name} = ${parameters} => { req.${name} = 1; res.locals.${name} = 2; res.set('x-${name}', '3'); next(); };`);
      return name;
    case 6:
      file.tail.push(`function ${name}${parameters} { next(); }`);
      return name;
    case 7:
      file.tops.push(`const ${name} = ${parameters} => next();`);
      return name;
    case 8:
      file.tops.push(
        `function ${name}(${program.format === 'ts' ? '...scopes: string[]' : '...scopes'}) {\n  return function ${name}Inner${parameters} { void scopes; next(); };\n}`,
      );
      return `${name}('admin', 'read')`;
    case 9:
      file.tops.push(
        `const ${name} = (options${program.type('any')} = {}) => {\n  const ${name}Inner = ${parameters} => { void options; next(); };\n  return ${name}Inner;\n};`,
      );
      return tape.choose([`${name}()`, `${name}({ limit: 5 })`]);
    case 10: {
      const other = program.file();
      other.tops.push(`function ${name}${parameters} { next(); }`);
      other.exports.push(name);
      return program.link(file, other, name);
    }
    case 11:
      file.tops.push(`class ${name}Guard { ${name}${parameters} { next(); } }`, `const ${name}Instance = new ${name}Guard();`);
      return tape.choose([`${name}Instance.${name}`, `${name}Instance.${name}.bind(${name}Instance)`]);
    case 12:
      file.tops.push(`class ${name}Guard { static ${name}${parameters} { next(); } }`);
      return `${name}Guard.${name}`;
    case 13:
      return `function ${name}${parameters} { next(); }`;
    case 14:
      file.tops.push(`const ${name}Set = { ${name}${parameters} { next(); } };`);
      return tape.choose([`${name}Set.${name}`, `${name}Set['${name}']`]);
    case 15:
      return program.without.has('truthy')
        ? `function ${name}${parameters} { next(); }`
        : tape.choose([`${program.express(file)}.json()`, `${program.express(file)}.urlencoded({ extended: false })`]);
    case 16:
      return file.middlewares.length > 0 ? tape.choose(file.middlewares) : `function ${name}${parameters} { next(); }`;
    case 17:
      file.tops.push(`const ${name} = [${`function ${name}Inner${parameters} { next(); }`}];`);
      return `${name}[0]${program.format === 'ts' ? '!' : ''}`;
    case 18: {
      const other = program.file();
      other.tops.push(
        `function ${name}(level${program.type('string')}) {\n  return function ${name}Inner${parameters} { void level; next(); };\n}`,
      );
      other.exports.push(name);
      return `${program.link(file, other, name)}('x')`;
    }
    case 19:
      file.tops.push(
        `class ${name}Guard {\n  ${program.format === 'ts' ? 'level: string;\n  ' : ''}constructor(level${program.type('string')}) { this.level = level; }\n  ${name} = ${parameters} => { next(); };\n}`,
      );
      return `new ${name}Guard('a').${name}`;
    case 20: {
      const other = program.file();
      other.tops.push(`const ${name} = async ${parameters} => { next(); };`);
      other.defaultExport = name;
      return program.linkDefault(file, other);
    }
    case 21:
      file.tops.push(`function ${name}${parameters} { next(); }`);
      return `(${tape.choose(['true', '1 < 2'])} ? ${name} : undefined)${program.format === 'ts' ? '!' : ''}`;
  }
}

/** Code for the middle arguments of a registration: none, single ones, lists, nested and spread lists. */
export function middlewareArguments(program: Program, block: Block, atLeast = 0): string[] {
  const { tape } = program;
  const count = atLeast + tape.choose([0, 0, 1, 1, 2, 3]);
  const all = Array.from({ length: count }, () => middlewareCode(program, block));
  if (all.length === 0) return all;
  switch (tape.pick(12)) {
    default:
      return all;
    case 6:
      return [`[${all.join(', ')}]`];
    case 7:
      return [`...[${all.join(', ')}]`];
    case 8:
      return [`[${all[0]}, [${all.slice(1).join(', ')}]]`];
    case 9: {
      const list = program.name();
      block.lines.push(`const ${list}${program.type('any[]')} = [];`, ...all.map((each) => `${list}.push(${each});`));
      return [list];
    }
    case 10: {
      const list = program.name();
      block.lines.push(`const ${list} = [${all.join(', ')}];`);
      return tape.choose([[`...${list}`], [`${list}.slice()`], [`[...${list}]`], [`${list}.concat([])`], [`${list}.map((each) => each)`]]);
    }
    case 11:
      return [
        `[${all.join(', ')}, ${tape.choose(['null', 'false', "''", 'undefined'])}].filter(Boolean)${program.format === 'ts' ? ' as any' : ''}`,
      ];
  }
}

export function handlerCode(program: Program, block: Block): string {
  const { tape } = program;
  const { file } = block;
  const name = program.name('do');
  const parameters = program.format === 'ts' ? '(req: any, res: any)' : '(req, res)';
  const three = program.format === 'ts' ? '(req: any, res: any, next: any)' : '(req, res, next)';
  switch (tape.pick(20)) {
    default:
      return `${parameters} => { res.end(); }`;
    case 14:
      return `async ${three} => { try { await null; res.status(201).json({ ok: 1 }); } catch (error) { next(error); } }`;
    case 15:
      return `${three} => { ${tape.choose([
        "if (req.headers['x-full']) return next(); res.end();",
        "if (!req.headers['x-full']) return next(); res.end();",
        "if (req.headers['x-full']) next(); else res.send('short');",
        'if (req.headers.authorization) { res.json({ full: true }); } else { res.status(401).end(); } void next;',
      ])} }`;
    case 16:
      file.tops.push(
        `function ${name}${three} {\n  if (!req.headers['x-full']) {\n    next();\n    return;\n  }\n  res.redirect('/full');\n}`,
      );
      return name;
    case 17:
      file.tops.push(`function ${name}${three} { void next; res.type('text').send('done'); }`);
      return name;
    case 4:
      file.tops.push(`function ${name}${parameters} { res.end(); }`);
      return name;
    case 5:
      return `function ${parameters} { res.end(); }`;
    case 6:
      return `async ${parameters} => { res.json({ ok: true }); }`;
    case 7:
      file.tops.push(`const ${name}Controller = {\n  ${name}${parameters} { res.end(); },\n};`);
      return `${name}Controller.${name}`;
    case 8:
      file.tops.push(`class ${name}Controller {\n  async ${name}${parameters} { res.end(); }\n}`);
      return tape.choose([`new ${name}Controller().${name}`, `new ${name}Controller().${name}.bind(null)`]);
    case 9: {
      const other = program.file();
      other.tops.push(`const ${name} = ${parameters} => { res.end(); };`);
      other.exports.push(name);
      return program.link(file, other, name);
    }
    case 10:
      file.tops.push(
        program.format === 'ts'
          ? `const ${name}Safe = (inner: any) => (req: any, res: any, next: any) => Promise.resolve(inner(req, res, next)).catch(next);`
          : `const ${name}Safe = (inner) => (req, res, next) => Promise.resolve(inner(req, res, next)).catch(next);`,
      );
      return `${name}Safe(async ${parameters} => { res.end(); })`;
    case 11:
      file.tops.push(`class ${name}Controller {\n  static ${name}${parameters} { res.end(); }\n}`);
      return `${name}Controller.${name}`;
    case 12:
      file.tops.push(`function ${name}(kind${program.type('string')}) {\n  return ${parameters} => { res.end(kind); };\n}`);
      return `${name}('k')`;
    case 13:
      file.tops.push(`const ${name}Table = new Map([['h', ${parameters} => { res.end(); }]]);`);
      return `${name}Table.get('h')${program.format === 'ts' ? '!' : ''}`;
  }
}
