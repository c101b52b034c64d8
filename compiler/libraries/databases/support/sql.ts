/** Statements of SQL as far as rows and tables need it: what is selected, from where, and which placeholder stands for which column. */

export interface Selected {
  /** Under which name the row has it; null when only the database knows. */
  readonly name: string | null;
  /** The column that it is, with its table when one is written; `*` for all. */
  readonly column?: string;
  readonly table?: string;
  /** The function whose result it is, in lower case. */
  readonly call?: string;
  /** How it is computed, in tokens. */
  readonly body: readonly string[];
}
export interface From {
  readonly name: string;
  readonly alias: string;
  readonly optional: boolean;
  /** What it stands for, where that is no table: `from (select …) as alias`, `with name as (select …)`. */
  readonly rows?: Statement;
}
/** A placeholder: by position or by name. */
export type Placeholder = number | string;

export interface Statement {
  readonly kind: 'select' | 'insert' | 'update' | 'delete';
  readonly sources: readonly From[];
  /** What a `select` gives, or a `returning`. Null: nothing is given. */
  readonly selected: readonly Selected[] | null;
  /** Columns that values are written to. */
  readonly written: readonly (readonly [column: string, placeholder: Placeholder])[];
  /** A record of columns that is written as a whole: `set ?`. */
  readonly record?: Placeholder;
  /** Columns that are compared. */
  readonly compared: readonly (readonly [column: string, placeholder: Placeholder])[];
  /** Its rows stand for groups of rows, of which there may be none. */
  readonly grouped?: boolean;
}
type Named = ReadonlyMap<string, Statement>;

const TOKEN =
  /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|`(?:[^`]|``)*`|\[\w+\]|\$\d+|[:@]\w+(?!:)|[A-Za-z_][\w$]*|\d+(?:\.\d+)?|::|<=|>=|<>|!=|\|\||\S/g;
export const tokensOf = (sql: string): string[] => (sql.match(TOKEN) ?? []).filter((token) => !/^(?:--|\/\*)/.test(token));
export const plainToken = (token: string): string => token.replaceAll(/^["`[]|["`\]]$/g, '');
const is = (token: string | undefined, ...words: readonly string[]): boolean => token !== undefined && words.includes(token.toLowerCase());
const isName = (token: string | undefined): token is string =>
  token !== undefined && /^(?:["`[]|[A-Za-z_])/.test(token) && !RESERVED.has(token.toLowerCase());
const RESERVED: ReadonlySet<string> = new Set([
  'null',
  'select',
  'from',
  'where',
  'join',
  'left',
  'right',
  'inner',
  'outer',
  'full',
  'cross',
  'natural',
  'on',
  'using',
  'group',
  'order',
  'having',
  'limit',
  'offset',
  'union',
  'as',
  'and',
  'or',
  'not',
  'set',
  'values',
  'returning',
  'case',
  'when',
  'then',
  'else',
  'end',
  'distinct',
  'for',
  'fetch',
  'with',
  'window',
  'except',
  'intersect',
  'lateral',
]);

/** Splits at a word or sign outside of parentheses and of `case … end`. `keeps`: the word is the first of its part. */
export function split(tokens: readonly string[], at: (token: string) => boolean, keeps = false): string[][] {
  const parts: string[][] = [[]];
  let depth = 0;
  for (const token of tokens) {
    if (token === '(' || is(token, 'case')) depth++;
    else if (token === ')' || is(token, 'end')) depth--;
    if (depth === 0 && at(token)) parts.push(keeps ? [token] : []);
    else parts.at(-1)!.push(token);
  }
  return parts;
}
/** Where the parenthesis that opens at a place is closed. */
export function closing(tokens: readonly string[], open: number): number {
  let depth = 0;
  for (let index = open; index < tokens.length; index++) {
    if (tokens[index] === '(') depth++;
    else if (tokens[index] === ')' && --depth === 0) return index;
  }
  return tokens.length;
}
/** What stands behind a word outside of parentheses, up to one of the others. */
function clause(tokens: readonly string[], word: string, ends: readonly string[]): string[] | null {
  let depth = 0,
    from = -1;
  for (let index = 0; index < tokens.length; index++) {
    const token = tokens[index]!;
    if (token === '(') depth++;
    else if (token === ')') depth--;
    else if (depth === 0 && from < 0 && is(token, word)) from = index + 1;
    else if (depth === 0 && from >= 0 && is(token, ...ends)) return tokens.slice(from, index);
  }
  return from < 0 ? null : tokens.slice(from);
}
const ENDS = [
  'from',
  'where',
  'group',
  'order',
  'having',
  'limit',
  'offset',
  'union',
  'returning',
  'for',
  'on',
  'window',
  'except',
  'intersect',
  'fetch',
];

function selectedOf(tokens: readonly string[]): Selected[] {
  return split(tokens, (token) => token === ',').map((raw): Selected => {
    const part = is(raw[0], 'distinct', 'all') ? raw.slice(1) : raw;
    if (part.length === 1 && part[0] === '*') return { name: null, column: '*', body: part };
    if (part.length === 3 && part[1] === '.' && part[2] === '*')
      return { name: null, column: '*', table: plainToken(part[0]!), body: part };
    const as = part.findLastIndex((token, index) => is(token, 'as') && index === part.length - 2);
    const last = part.at(-1);
    const implicit =
      as < 0 && part.length > 1 && isName(last) && part.at(-2) !== '.' && !/^[-+*/|<>=:]+$/.test(part.at(-2)!) ? part.length - 1 : -1;
    const body = as >= 0 ? part.slice(0, as) : implicit > 0 ? part.slice(0, implicit) : part;
    const alias = as >= 0 || implicit > 0 ? plainToken(last!) : null;
    if (body.length === 1 && isName(body[0])) return { name: alias ?? plainToken(body[0]), column: plainToken(body[0]), body };
    if (body.length >= 3 && body.at(-2) === '.' && body.every((token, index) => (index % 2 === 0 ? isName(token) : token === '.')))
      return { name: alias ?? plainToken(body.at(-1)!), column: plainToken(body.at(-1)!), table: plainToken(body.at(-3)!), body };
    // A cast is called as what it is made of.
    const cast = body.indexOf('::');
    if (alias === null && cast > 0 && body.slice(0, cast).every((token, index) => (index % 2 === 0 ? isName(token) : token === '.')))
      return { name: plainToken(body[cast - 1]!), body };
    return { name: alias, body, ...(body[1] === '(' && isName(body[0]) && body.at(-1) === ')' && { call: body[0].toLowerCase() }) };
  });
}

function sourcesOf(tokens: readonly string[], named: Named): From[] {
  const sources: From[] = [];
  let optional = false;
  const add = (part: readonly string[]): void => {
    const words = part.filter((token) => !is(token, 'lateral', 'only', 'outer', 'inner', 'cross', 'natural'));
    // What stands in brackets has joins of its own.
    const behind = words[0] === '(' ? closing(words, 0) : 0;
    const on = words.findIndex((token, index) => index >= behind && is(token, 'on', 'using', 'left', 'right', 'full'));
    const own = on < 0 ? words : words.slice(0, on);
    if (own.length === 0) return;
    let at = 1;
    let name = own[0] === '(' ? '' : plainToken(own[0]!);
    let rows = named.get(name.toLowerCase());
    if (own[0] === '(') {
      at = own.lastIndexOf(')') + 1;
      rows = selectIn(own.slice(1, at - 1), named) ?? undefined;
    } else
      while (own[at] === '.') {
        name = plainToken(own[at + 1] ?? '');
        at += 2;
      }
    const alias = is(own[at], 'as') ? own[at + 1] : own[at];
    sources.push({ name, alias: isName(alias) ? plainToken(alias) : name, optional, ...(rows && { rows }) });
  };
  for (const list of split(tokens, (token) => token === ',')) {
    optional = false;
    split(list, (token) => is(token, 'join')).forEach((part) => {
      add(part);
      optional = part.some((token) => is(token, 'left', 'full'));
    });
  }
  return sources;
}

/** Numbers placeholders in the order of the text, as `?` counts. */
function placeholders(tokens: readonly string[], before: number): ReadonlyMap<number, Placeholder> {
  const found = new Map<number, Placeholder>();
  let count = before;
  tokens.forEach((token, index) => {
    if (token === '?') found.set(index, count++);
    else if (/^\$\d+$/.test(token)) found.set(index, Number(token.slice(1)) - 1);
    else if (/^[:@$]\w+$/.test(token) && tokens[index - 1] !== ':') found.set(index, token.slice(1));
  });
  return found;
}

/** The first statement of a text; null for what gives and takes no rows. */
export function statementOf(sql: string): Statement | null {
  const tokens = tokensOf(sql);
  const end = tokens.indexOf(';');
  return statementIn(end >= 0 ? tokens.slice(0, end) : tokens);
}

/** A `select` in a statement: of a table, or of one value. */
export function selectIn(tokens: readonly string[], named: Named = new Map()): Statement | null {
  const statement = statementIn(tokens, named);
  return statement?.kind === 'select' ? statement : null;
}

/** @param before how many placeholders without a number stand in front */
function statementIn(tokens: readonly string[], named: Named = new Map(), before = 0): Statement | null {
  if (is(tokens[0], 'with')) {
    const known = new Map(named);
    let at = is(tokens[1], 'recursive') ? 2 : 1;
    while (isName(tokens[at])) {
      const name = plainToken(tokens[at]!).toLowerCase();
      const open = tokens.indexOf(
        '(',
        tokens.findIndex((token, index) => index > at && is(token, 'as')),
      );
      const close = closing(tokens, open);
      const rows = open > 0 ? statementIn(tokens.slice(open + 1, close), known) : null;
      if (!rows) return null;
      known.set(name, rows);
      at = close + 1;
      if (tokens[at] !== ',') break;
      at++;
    }
    return statementIn(tokens.slice(at), known, tokens.slice(0, at).filter((token) => token === '?').length);
  }
  // `select distinct on (a, b) …`
  if (is(tokens[0], 'select') && is(tokens[1], 'distinct') && is(tokens[2], 'on'))
    return statementIn(['select', ...tokens.slice(closing(tokens, 3) + 1)], named, before);
  const marks = placeholders(tokens, before);
  const compared: (readonly [string, Placeholder])[] = [];
  const written: (readonly [string, Placeholder])[] = [];
  const pairs = (from: number, to: number, into: (readonly [string, Placeholder])[]): void => {
    for (const [index, mark] of marks)
      if (index >= from && index < to && is(tokens[index - 1], '=', 'like', 'ilike') && isName(tokens[index - 2]))
        into.push([plainToken(tokens[index - 2]!), mark]);
  };
  const head = tokens[0]?.toLowerCase();
  const at = (word: string): number => {
    let depth = 0;
    return tokens.findIndex((token) => {
      if (token === '(') depth++;
      else if (token === ')') depth--;
      return depth === 0 && is(token, word);
    });
  };
  const returning = clause(tokens, 'returning', []);
  const given = returning ? selectedOf(returning) : null;
  const record = marks.get(tokens.findIndex((token) => is(token, 'set')) + 1);
  const set = record === undefined || !tokens.some((token) => is(token, 'set')) ? {} : { record };
  const where = at('where') < 0 ? tokens.length : at('where');
  if (head === 'select') {
    const from = clause(
      tokens,
      'from',
      ENDS.slice(1).filter((word) => word !== 'on'),
    );
    pairs(where, tokens.length, compared);
    return {
      kind: 'select',
      sources: from ? sourcesOf(from, named) : [],
      selected: selectedOf(clause(tokens, 'select', ['from', ...ENDS]) ?? []),
      written,
      compared,
      ...((at('group') >= 0 || at('having') >= 0) && { grouped: true }),
    };
  }
  const into = (index: number): From => {
    let name = tokens[index] ?? '';
    for (let next = index + 1; tokens[next] === '.'; next += 2) name = tokens[next + 1] ?? '';
    return { name: plainToken(name), alias: plainToken(name), optional: false };
  };
  if (head === 'insert' || head === 'replace') {
    const target = at('into');
    const open = tokens.indexOf('(', target),
      values = at('values');
    const columns =
      open > 0 && open < values
        ? split(tokens.slice(open + 1, tokens.indexOf(')', open)), (token) => token === ',').map((part) => plainToken(part[0] ?? ''))
        : [];
    let column = 0,
      depth = 0;
    for (let index = values + 1; values > 0 && index < tokens.length; index++) {
      const token = tokens[index]!;
      if (token === '(') depth++;
      else if (token === ')') {
        if (--depth === 0) break;
      } else if (token === ',' && depth === 1) column++;
      const mark = marks.get(index);
      if (mark !== undefined && depth === 1 && columns[column]) written.push([columns[column]!, mark]);
    }
    if (values < 0) pairs(at('set'), tokens.length, written);
    return { kind: 'insert', sources: [into(target + 1)], selected: given, written, compared, ...set };
  }
  if (head === 'update') {
    pairs(at('set'), where, written);
    pairs(where, tokens.length, compared);
    return { kind: 'update', sources: [into(1)], selected: given, written, compared, ...set };
  }
  if (head === 'delete') {
    pairs(where, tokens.length, compared);
    return { kind: 'delete', sources: [into(2)], selected: given, written, compared };
  }
  return null;
}
