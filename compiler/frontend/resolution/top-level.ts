/** What the top level of a source does with what it imports, by its text and without parsing. Specifiers as they are written. */
export interface TopLevel {
  /** The modules that it loads before anything else of it runs, in order. */
  readonly loads: readonly string[];
  /** Those of them that it loads for what they do, without a name. */
  readonly effects: readonly string[];
  /** Modules of which it calls or changes something in a statement: `registry.add(…)`, `register(…)`, `models.user = …`. */
  readonly calls: readonly string[];
  /** Modules of which it calls something for a value or as a decorator: `export const reference = add(…)`, `@route('/')`. */
  readonly makes: readonly string[];
  /** It holds a list or a record that its functions fill. */
  readonly keeps: boolean;
}

const IMPORT = /^import\s(?!\s{0,50}type\s)([^'"`;]{0,5000}?)\bfrom\s*(['"])([^'"\n]+)\2/;
const EFFECT = /^(?:import|require)\s*(?:\(\s*)?(['"])([^'"\n]+)\1/;
const PASSED_ON = /^export\s*(?:\*|\{)[^'"`;]{0,5000}?\bfrom\s*(['"])([^'"\n]+)\1/;
const REQUIRED = /^(?:const|let|var)\s+([\w$]+|\{[^}]{0,2000}\})\s*=\s*require\s*\(\s*(['"`])([^'"`\n]+)\2/;

// Nothing that a file repeats may be looked through from many places.
/** What a line that belongs to no statement in front of it begins with. */
const BEGINS = /^(?![\s})\]*?:,.+|&`]|\/[/*])/;
const DECLARES =
  /^(?:export\s+)?(?:default\s+)?(?:declare\s+)?(?:abstract\s+)?(?:async\s+)?(?:function|class|interface|type|enum|namespace|module)\b/;
const VALUE =
  /^(?:export\s+)?(?:default\s+|(?:const|let|var)\s[^=]*=\s*)(?:await\s+|new\s+)*([A-Za-z_$][\w$]*)(?:[.?][\w$.?]*)?\s*(?:<[^>(]*>)?\(/;
const DECORATOR = /^@([A-Za-z_$][\w$]*)/;
const STATEMENT = /^(?:await\s+|void\s+|new\s+)*([A-Za-z_$][\w$]*)(?:\s*\??\.\s*[\w$]+|\[[^\]\n]*\])*\s*(?:\(|=(?![=>]))/;
const AROUND = /^(?:for|if|try|while|switch|do|Object|Array|\[|\()/;
const CALLED = /(?<![\w$.])([A-Za-z_$][\w$]*)(?![\w$])(?:\??\.[\w$]+|\[[^\]\n]{0,100}\])*\s*(?:\(|=(?![=>]))/g;

const COLLECTION =
  /^(?:export\s+)?(?:const|let|var)\s+([\w$]+)[^=\n]*=\s*(?:\[\]|\{\}|new\s+(?:Map|Set|WeakMap)\b|Object\.create\(null\))/gm;
const STATIC = /\bstatic\s[^=\n;(]*=\s*(?:\[\]|\{\}|new\s+(?:Map|Set|WeakMap)\b)/;
/** A longer text is data, and a module holds no more collections than these. */
const MAX_TEXT = 300_000;
const MAX_COLLECTIONS = 50;

/** Statements of the top level, as whoever formats sources has them begin: in the first column. */
function* statementsOf(text: string): Generator<string> {
  let start = -1;
  for (let at = 0; at < text.length;) {
    const end = text.indexOf('\n', at);
    if (BEGINS.test(text.slice(at, at + 2))) {
      if (start >= 0) yield text.slice(start, at);
      start = at;
    }
    at = end < 0 ? text.length : end + 1;
  }
  if (start >= 0) yield text.slice(start);
}

/** The names that a clause binds: `whole, { named as local }`, `* as all`. */
const namesIn = (clause: string): readonly string[] =>
  clause
    .replace(/[{}]/g, ',')
    .split(',')
    .map((part) => (/^\s*type\s/.test(part) ? '' : (/([\w$]+)\s*$/.exec(part)?.[1] ?? '')))
    .filter((name) => name !== '');

/** In front of a name that stands for a type. */
const OF_TYPE = /(?::|<|(?<!\|)\||(?<!&)&|\b(?:as|implements|keyof|typeof|is))\s{0,5}$/;

const OF_NAMES = /[\w$]/;

/** Whether a name may be more than a type, which TypeScript does not load anything for. What only looks like one waits until somebody needs it. */
function isValue(text: string, imported: string, name: string): boolean {
  const start = text.indexOf(imported);
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + name.length)) {
    const isImported = at >= start && at < start + imported.length;
    const [before, behind] = [text.charAt(at - 1), text.charAt(at + name.length)];
    if (isImported || before === '.' || OF_NAMES.test(before) || OF_NAMES.test(behind)) continue;
    if (!OF_TYPE.test(text.slice(Math.max(0, at - 16), at))) return true;
  }
  return false;
}

/** @param isTyped it is TypeScript, which loads nothing for a name that is only a type */
export function topLevelOf(text: string, isTyped: boolean): TopLevel {
  const loads = new Set<string>(),
    effects = new Set<string>(),
    calls = new Set<string>(),
    makes = new Set<string>();
  const from = new Map<string, string>();
  const noted = (name: string | undefined, among: Set<string>): void => {
    const specifier = name === undefined ? undefined : from.get(name);
    if (specifier !== undefined) among.add(specifier);
  };
  for (const statement of text.length < MAX_TEXT ? statementsOf(text) : []) {
    const [, clause, , specifier] = IMPORT.exec(statement) ?? REQUIRED.exec(statement) ?? [];
    const [, , effect] = EFFECT.exec(statement) ?? [];
    const [, , passed] = PASSED_ON.exec(statement) ?? [];
    const loaded = specifier ?? effect ?? passed;
    if (loaded !== undefined && (!isTyped || specifier === undefined || namesIn(clause!).some((name) => isValue(text, statement, name))))
      loads.add(loaded);
    if (effect !== undefined) effects.add(effect);
    if (specifier !== undefined) for (const name of namesIn(clause!)) from.set(name, specifier);
    if (loaded !== undefined || DECLARES.test(statement)) continue;
    const decorator = DECORATOR.exec(statement);
    const value = VALUE.exec(statement);
    if (decorator) noted(decorator[1], makes);
    else if (value) noted(value[1], makes);
    else if (AROUND.test(statement)) for (const [, name] of statement.matchAll(CALLED)) noted(name, calls);
    else noted(STATEMENT.exec(statement)?.[1], calls);
  }
  return { loads: [...loads], effects: [...effects], calls: [...calls], makes: [...makes], keeps: keeps(text) };
}

const keeps = (text: string): boolean =>
  STATIC.test(text) ||
  [...text.matchAll(COLLECTION)]
    .slice(0, MAX_COLLECTIONS)
    .some(([, name]) =>
      new RegExp(`(?<![\\w$.])${name!.replace(/\$/g, '\\$&')}\\s*(?:\\.(?:push|unshift|set|add)\\(|\\[[^\\]\\n]*\\]\\s*=(?![=>]))`).test(
        text,
      ),
    );
