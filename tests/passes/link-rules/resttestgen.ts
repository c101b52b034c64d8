import { linkText, type Input, type Operation } from './operation.js';

/**
 * RestTestGen's operation dependency graph (github.com/SeUniVr/RestTestGen, Apache-2.0; `OperationDependencyGraph` and
 * `NormalizedParameterName`): every output feeds every input of another operation whose normalised name is the same. Of Porter's stemmer
 * it has the steps for plurals and final letters, which are those that matter to names of resources.
 */
export function restTestGenLinks(operations: readonly Operation[]): readonly string[] {
  const qualified = new Set<string>();
  const named = operations.map((operation) => ({
    operation,
    outputs: operation.outputs.map((path) => ({ path, name: normalised(operation, path, 'body', qualified) })),
    inputs: operation.inputs.map((input) => ({ input, name: normalised(operation, input.path, input.in, qualified) })),
  }));
  return named.flatMap((source) =>
    named
      .filter((target) => target !== source)
      .flatMap((target) =>
        source.outputs.flatMap((output) =>
          target.inputs
            .filter(({ name }) => name === output.name)
            .map(({ input }) => linkText(target.operation, input, source.operation, output.path)),
        ),
      ),
  );
}

/** Names that say nothing without the thing they belong to. */
const QUALIFIABLE = ['id', 'name'];

function normalised(operation: Operation, path: readonly string[], where: Input['in'], qualified: Set<string>): string {
  const names = path.filter((segment) => segment !== '0');
  const name = names.at(-1)!,
    parent = names.at(-2);
  if (!QUALIFIABLE.includes(stem(name)) || where === 'header') return wordsOf(name);
  if (parent !== undefined) return remembered(wordsOf(`${wordsOf(parent)}${capital(name)}`), qualified);
  const keywords = operation.path.split('/').filter((segment) => segment !== '' && !segment.includes('{'));
  const candidates = keywords.map((keyword) => wordsOf(`${stem(keyword)}_${name}`));
  return candidates.find((candidate) => qualified.has(candidate)) ?? remembered(candidates.at(-1) ?? name, qualified);
}
const remembered = (name: string, qualified: Set<string>): string => {
  qualified.add(name);
  return name;
};

function wordsOf(name: string): string {
  if (name.length <= 2) return name;
  const tokens = name.split(/(?=[A-Z])|_|-/);
  const last = tokens.at(-1)!;
  const generic = QUALIFIABLE.find((word) => last.toLowerCase().endsWith(word) && last.length > word.length);
  return (generic ? [...tokens.slice(0, -1), last.slice(0, -generic.length), generic] : tokens)
    .filter((token) => token !== '')
    .map((token) => capital(stem(token)))
    .join('');
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Steps 1a, 1c and 5a of Porter's stemmer. */
function stem(word: string): string {
  if (word.length <= 2) return word;
  const one = word
    .replace(/sses$/, 'ss')
    .replace(/ies$/, 'i')
    .replace(/([^s])s$/, '$1');
  const soft = one.replace(/(?<=[aeiouy].*)y$/, 'i');
  const bare = soft.replace(/e$/, '');
  const measure = bare.match(/[aeiouy]+[^aeiouy]+/gi)?.length ?? 0;
  return measure > 1 || (measure === 1 && !/[^aeiouy][aeiouy][^aeiouywx]$/i.test(bare)) ? bare : soft;
}
