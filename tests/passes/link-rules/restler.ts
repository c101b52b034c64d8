import { linkText, namesIn, type Input, type Operation } from './operation.js';

/**
 * RESTler's inference of producers and consumers, as far as names decide it (github.com/microsoft/restler-fuzzer, MIT; the compiler's
 * `Dependencies.fs` and `ApiResourceTypes.fs`), with its default settings: a GET produces nothing. Annotations, dictionaries and values
 * within one request are left out: nobody writes them here.
 */
export function restlerLinks(operations: readonly Operation[]): readonly string[] {
  const producers = operations
    .filter(({ method }) => method === 'POST' || method === 'PUT')
    .flatMap((operation) => operation.outputs.map((output): Producer => ({ operation, output, name: namesIn(output).at(-1)! })));
  return operations.flatMap((operation) =>
    operation.inputs.flatMap((input): string[] => {
      const name = input.path.filter((segment) => segment !== '0').at(-1)!;
      const found = [words(name).at(-1)!.toLowerCase(), name]
        .map((wanted) => producerOf(operation, input, wanted, producers))
        .find((producer) => producer !== undefined);
      return found ? [linkText(operation, input, found.operation, found.output)] : [];
    }),
  );
}

interface Producer {
  readonly operation: Operation;
  readonly output: readonly string[];
  readonly name: string;
}

function producerOf(consumer: Operation, input: Input, wanted: string, producers: readonly Producer[]): Producer | undefined {
  const valid = producers.filter(({ operation, name }) => name === wanted && isValid(operation, consumer));
  if (input.in === 'path')
    return byEndpoint(
      consumer,
      input.path[0]!,
      valid,
      producers.filter(({ name }) => name === wanted || name === 'id' || name === 'name'),
      wanted,
    );
  return input.in === 'body'
    ? byType(
        consumer,
        input,
        valid,
        producers.filter(({ name }) => name === wanted),
      )
    : undefined;
}

/** The writer of the collection in front of the parameter; else one whose answer holds the member in an object called like the collection; else the PUT on the resource. */
function byEndpoint(
  consumer: Operation,
  parameter: string,
  valid: readonly Producer[],
  put: readonly Producer[],
  wanted: string,
): Producer | undefined {
  const collection = consumer.path.slice(0, consumer.path.indexOf(`{${parameter}}`) - 1);
  const container = collection.split('/').at(-1)!;
  if (container.startsWith('{')) return undefined;
  const exact = ['PUT', 'POST'].flatMap((method) =>
    valid.filter(({ operation }) => operation.method === method && operation.path.toLowerCase() === collection.toLowerCase()),
  );
  if (exact[0]) return exact[0];
  const made = byPut(consumer, `${collection}/{${parameter}}`, put, wanted);
  return (
    made ??
    valid.find(
      ({ operation, output }) =>
        collection.startsWith(operation.path) &&
        !collection.slice(operation.path.length).includes('{') &&
        namesIn(output).at(-2) === container,
    )
  );
}

function byPut(consumer: Operation, resource: string, put: readonly Producer[], wanted: string): Producer | undefined {
  if (consumer.path === resource && consumer.method === 'PUT') return undefined;
  const at = put.filter(({ operation }) => operation.method === 'PUT' && operation.path === resource && operation !== consumer);
  const named = at.filter(({ name }) => name === wanted);
  return [...(named.length > 0 ? named : at)].sort((a, b) => a.output.length - b.output.length)[0];
}

/** A writer of the type that the object around the member is called after, or, at the top of a body, the consumer's own path; with several writers none. */
function byType(consumer: Operation, input: Input, valid: readonly Producer[], all: readonly Producer[]): Producer | undefined {
  const [first, ...others] = typesOf(consumer, input.path);
  const writing = (types: readonly string[]): readonly Producer[] =>
    all.filter(({ operation, output }) => namesIn(output).length === 1 && types.includes(typesOf(operation, output)[0]!));
  const endpoints = (found: readonly Producer[]): number => new Set(found.map(({ operation }) => operation.path)).size;
  const exact = writing([first!]),
    approximate = writing(others);
  const found = endpoints(exact) === 1 ? exact : endpoints(exact) === 0 && endpoints(approximate) === 1 ? approximate : [];
  return found.find((producer) => valid.includes(producer));
}

function typesOf({ path }: Operation, member: readonly string[]): readonly string[] {
  const container = namesIn(member).at(-2);
  const segments = path.split('/').filter((segment) => segment !== '');
  const own = [segments.at(-1), segments.at(-2)].find((segment) => segment !== undefined && !segment.startsWith('{'));
  const parts = words(singular(container ?? own ?? namesIn(member).at(-1)!)).map((word) => word.toLowerCase());
  return container === undefined ? [parts.join('_')] : parts.map((_, index) => parts.slice(index).join('_'));
}

function isValid(producer: Operation, consumer: Operation): boolean {
  if (producer.path !== consumer.path) return !producer.path.startsWith(consumer.path);
  return producer.method !== consumer.method && (producer.method === 'POST' || consumer.method !== 'POST');
}

const words = (name: string): readonly string[] =>
  name
    .split(
      name.includes('_') && !/[A-Z]/.test(name)
        ? '_'
        : name.includes('-') && !/[A-Z]/.test(name)
          ? '-'
          : /(?=[A-Z][a-z])|(?<=[a-z])(?=[A-Z])/,
    )
    .filter((word) => word !== '');
/** Enough of English for the projects here; RESTler asks a library. */
function singular(word: string): string {
  const known: Readonly<Record<string, string>> = {
    people: 'person',
    children: 'child',
    movies: 'movie',
    shelves: 'shelf',
    analyses: 'analysis',
    addresses: 'address',
    branches: 'branch',
  };
  return (
    known[word] ??
    (word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.endsWith('s') && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word)
  );
}
