import path from 'node:path';
import { Tape } from './tape.js';

export type Format = 'cjs' | 'esm' | 'ts';

export interface GeneratedProgram {
  readonly version: 4 | 5;
  readonly format: Format;
  readonly entry: string;
  /** Path in the project → text, `package.json` included. */
  readonly files: ReadonlyMap<string, string>;
}

/** Where code goes: a block of a file. */
export interface Block {
  readonly file: SourceFile;
  readonly lines: string[];
  /** `await` may be written here. */
  readonly async: boolean;
  /** Nesting so far; the generator stops growing below a bound. */
  readonly depth: number;
}

/** One file under construction: imports, then declarations, then statements, then hoisted declarations and exports. */
export class SourceFile {
  readonly imports: string[] = [];
  readonly tops: string[] = [];
  readonly body: string[] = [];
  readonly tail: string[] = [];
  readonly exports: string[] = [];
  defaultExport: string | null = null;
  /** Middlewares declared in this file, by name. */
  readonly middlewares: string[] = [];
  expressName: string | null = null;
  routerName: string | null = null;
  pathName: string | null = null;
  constructor(readonly name: string) {}
}

const SYLLABLES = [
  'qua',
  'zor',
  'mib',
  'tev',
  'lun',
  'drax',
  'fio',
  'guv',
  'hep',
  'jyl',
  'kro',
  'nab',
  'osk',
  'pux',
  'ryd',
  'swi',
  'vol',
  'wex',
  'yam',
  'blit',
];

/** Names, files and links between them, for all idioms. */
export class Program {
  readonly files: SourceFile[] = [];
  readonly data = new Map<string, string>();
  private names = 0;

  /** `without` names kinds of constructs to leave out: to look behind a failure that is known. */
  constructor(
    readonly tape: Tape,
    readonly version: 4 | 5,
    readonly format: Format,
    readonly without: ReadonlySet<string> = new Set(),
  ) {}

  /** A name nobody would guess; the number keeps it unique and lets a function be recognised behind a factory. */
  name(hint = ''): string {
    const number = this.names++;
    const word = SYLLABLES[(number * 7) % SYLLABLES.length]! + SYLLABLES[(number * 3 + 5) % SYLLABLES.length]!;
    return `${hint}${hint ? word[0]!.toUpperCase() + word.slice(1) : word}${number}`;
  }

  get extension(): string {
    return this.format === 'ts' ? '.ts' : '.js';
  }

  file(folder = ''): SourceFile {
    const file = new SourceFile(path.posix.join(folder || this.tape.choose(['', 'src', 'lib/deep']), this.name() + this.extension));
    this.files.push(file);
    return file;
  }

  specifier(from: SourceFile, to: SourceFile | string): string {
    const target = typeof to === 'string' ? to : to.name;
    let relative = path.posix.relative(path.posix.dirname(from.name), target);
    if (!relative.startsWith('.')) relative = `./${relative}`;
    if (relative.endsWith('.json')) return relative;
    const stem = relative.replace(/\.(ts|js)$/, '');
    return this.format === 'cjs' && !this.tape.chance(4) ? stem : `${stem}.js`;
  }

  /** Code in `from` that gives what `to` exports as `name`. */
  link(from: SourceFile, to: SourceFile, name: string): string {
    if (this.tape.chance(5)) {
      const barrel = this.file();
      const specifier = this.specifier(barrel, to);
      if (this.format === 'cjs')
        barrel.body.push(
          this.tape.choose([
            `exports.${name} = require('${specifier}').${name};`,
            `module.exports = { ...require('${specifier}') };`,
            `Object.assign(exports, require('${specifier}'));`,
          ]),
        );
      else
        barrel.body.push(
          this.tape.choose([
            `export { ${name} } from '${specifier}';`,
            `export * from '${specifier}';`,
            `import { ${name} } from '${specifier}';\nexport { ${name} };`,
          ]),
        );
      to = barrel;
    }
    const specifier = this.specifier(from, to);
    const alias = this.name();
    if (this.format === 'cjs')
      switch (this.tape.pick(5)) {
        case 0:
          from.imports.push(`const { ${name}: ${alias} } = require('${specifier}');`);
          return alias;
        case 1:
          from.imports.push(`const ${alias} = require('${specifier}');`);
          return `${alias}.${name}`;
        case 2:
          return `require('${specifier}').${name}`;
        case 3:
          from.imports.push(`var ${alias} = require('${specifier}')['${name}'];`);
          return alias;
        default:
          from.imports.push(`const ${alias}Module = require('${specifier}'), ${alias} = ${alias}Module.${name};`);
          return alias;
      }
    switch (this.tape.pick(3)) {
      case 0:
        from.imports.push(`import { ${name} as ${alias} } from '${specifier}';`);
        return alias;
      case 1:
        from.imports.push(`import * as ${alias} from '${specifier}';`);
        return `${alias}.${name}`;
      default:
        from.imports.push(`import { ${name} as ${alias}Original } from '${specifier}';`);
        from.tops.push(`const ${alias} = ${alias}Original;`);
        return alias;
    }
  }

  linkDefault(from: SourceFile, to: SourceFile): string {
    const specifier = this.specifier(from, to);
    const alias = this.name();
    if (this.format === 'cjs') {
      if (this.tape.chance(3)) return `require('${specifier}')`;
      from.imports.push(`const ${alias} = require('${specifier}');`);
    } else
      from.imports.push(this.tape.choose([`import ${alias} from '${specifier}';`, `import { default as ${alias} } from '${specifier}';`]));
    return alias;
  }

  /** Code that gives the framework's own export in this file. */
  express(file: SourceFile): string {
    if (file.expressName) return file.expressName;
    const alias = this.tape.choose(['express', this.name('x')]);
    file.imports.unshift(this.format === 'cjs' ? `const ${alias} = require('express');` : `import ${alias} from 'express';`);
    return (file.expressName = alias);
  }

  newRouter(file: SourceFile): string {
    const options = this.tape.choose(['', '', '{ mergeParams: true }', '{ caseSensitive: true }']);
    switch (this.tape.pick(5)) {
      case 1: {
        if (!file.routerName) {
          file.routerName = this.name('R');
          file.imports.unshift(
            this.format === 'cjs'
              ? `const { Router: ${file.routerName} } = require('express');`
              : `import { Router as ${file.routerName} } from 'express';`,
          );
        }
        return `${file.routerName}(${options})`;
      }
      case 2:
        return `new ${this.express(file)}.Router(${options})`;
      case 3:
        return this.format === 'cjs' ? `require('express').Router(${options})` : `${this.express(file)}.Router(${options})`;
      case 4: {
        const made = this.name('make');
        file.tops.push(`const ${made} = ${this.express(file)}.Router;`);
        return `${made}(${options})`;
      }
      default:
        return `${this.express(file)}.Router(${options})`;
    }
  }

  /** Code for the folder of the file. */
  folder(_file: SourceFile): string {
    if (this.format === 'cjs') return '__dirname';
    return this.tape.chance(3) && this.format === 'esm' ? `new URL('.', import.meta.url).pathname` : 'import.meta.dirname';
  }

  builtin(file: SourceFile, module: string): string {
    const alias = this.name(module.replace(/\W/g, ''));
    const specifier = this.tape.choose([module, `node:${module}`]);
    file.imports.push(this.format === 'cjs' ? `const ${alias} = require('${specifier}');` : `import * as ${alias} from '${specifier}';`);
    return alias;
  }

  /** A type annotation, in TypeScript only. */
  type(text: string): string {
    return this.format === 'ts' ? `: ${text}` : '';
  }

  finish(entry: SourceFile): GeneratedProgram {
    const files = new Map<string, string>();
    files.set(
      'package.json',
      `${JSON.stringify({ name: 'generated', private: true, main: entry.name, ...(this.format === 'cjs' ? {} : { type: 'module' }), dependencies: { express: this.version === 4 ? '^4.21.2' : '^5.1.0' } }, null, 2)}\n`,
    );
    if (this.format === 'ts')
      files.set(
        'tsconfig.json',
        '{ "compilerOptions": { "module": "NodeNext", "target": "ES2022", "strict": true, "esModuleInterop": true, "resolveJsonModule": true } }\n',
      );
    for (const [name, text] of this.data) files.set(name, text);
    for (const file of this.files) files.set(file.name, this.text(file));
    return { version: this.version, format: this.format, entry: entry.name, files };
  }

  private text(file: SourceFile): string {
    const lines = [...file.imports, ...file.tops, ...file.body, ...file.tail];
    if (this.format === 'cjs') {
      if (file.defaultExport !== null)
        lines.push(`module.exports = ${file.defaultExport};`, ...file.exports.map((name) => `module.exports.${name} = ${name};`));
      else if (file.exports.length > 0)
        lines.push(
          this.tape.chance(2)
            ? `module.exports = { ${file.exports.join(', ')} };`
            : file.exports.map((name) => `exports.${name} = ${name};`).join('\n'),
        );
    } else {
      if (file.defaultExport !== null) lines.push(`export default ${file.defaultExport};`);
      if (file.exports.length > 0) lines.push(`export { ${file.exports.join(', ')} };`);
    }
    return `${lines.join('\n')}\n`;
  }
}

export const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
export const indent = (lines: readonly string[]): string[] => lines.flatMap((line) => line.split('\n')).map((line) => `  ${line}`);
