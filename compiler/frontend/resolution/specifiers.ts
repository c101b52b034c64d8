// No piece of white space may belong to two quantifiers, and nothing may be looked for up to the end of the file from many places:
// on the file of somebody who means it that takes the square of its length.
const SPECIFIER = /(?:\bfrom\s*|\bimport\s*(?:\(\s*)?|\brequire\s*\(\s*|\bjiti\s*\(\s*)(['"`])([^'"`\n]+)\1/g;
const TYPE_ONLY = /\bimport\s+type\s[^'"`;]{0,2000}?from\s*(['"])[^'"\n]+\1|\bexport\s+type\s[^'"`;]{0,2000}?from\s*(['"])[^'"\n]+\2/g;

/** `@param {import('module').Type} request` in a comment. */
const COMMENTED_IMPORT = /^[ \t]*(?:\/\*\*?|\*|\/\/).*\bimport\(.*$/gm;

/** A longer text is data. */
const MAX_TEXT = 1_000_000;

/** A source without the imports and exports that say `type`, and without types in comments. */
export function withoutStatedTypes(text: string): string {
  const values = text.replace(TYPE_ONLY, '');
  return values.includes('import(') ? values.replace(COMMENTED_IMPORT, '') : values;
}

/** The modules that a text imports or requires by name, as they are written, each once. */
export function specifiersIn(text: string): readonly string[] {
  return text.length < MAX_TEXT ? [...new Set(Array.from(text.matchAll(SPECIFIER), (match) => match[2]!))] : [];
}

const COMPUTED =
  /\b(?:require|import)\s*\(\s*(?:\/\*[^*]*\*\/\s*)?(?:[A-Za-z_$][\w$.]*\s*[,)(+[]|`[^`]*\$\{|(?:'[^'\n]*'|"[^"\n]*")\s*\+)|\bimport\.meta\.glob\b|\.loadModules\(/;

/** Whether a text loads modules under names that nothing says: `require(file)`, `import(path.join(folder, file))`, `require('./' + name)`, `import.meta.glob('./*.ts')`, `container.loadModules(patterns)`. */
export const namesComputed = (text: string): boolean => text.length < MAX_TEXT && COMPUTED.test(text);
