/** A route of the running framework, or of the model. */
export interface Row {
  /** `METHOD /path`, as the model writes it; `ALL` for every method. */
  readonly key: string;
  /** Names of what ran before the handler when a request was sent; null when another route answered it, or answers first in the model. */
  readonly chain: readonly string[] | null;
}

/** `/a/:id`: no slash at the end, none twice. */
export const tidy = (path: string): string =>
  `/${path
    .split('/')
    .filter((piece) => piece !== '')
    .join('/')}`;

/** Whether a registration before this one answers with the same function: what ran then is not this row's chain. */
export const answersBefore = (
  earlier: readonly { readonly path: string; readonly handler: string }[],
  url: string,
  handler: string,
): boolean =>
  earlier.some(
    (row) =>
      row.handler === handler &&
      new RegExp(
        `^${tidy(row.path)
          .replace(/:\w+(\([^)]*\)|\{[^}]*\})?/g, '[^/]+')
          .replace(/\*/g, '.*')}$`,
      ).test(url),
  );

/** The program's functions report to it when they run. */
export const trace = (): string[] => ((globalThis as { trace?: string[] }).trace ??= []);

/** Every route of the oracle is in the model and no other, and what ran before a handler is its chain. */
export function differences(real: readonly Row[], model: readonly Row[]): string[] {
  const found: string[] = [];
  // Of two endpoints with one key the one that answers counts.
  const modelled = new Map(
    [...model].sort((one, other) => Number(one.chain !== null) - Number(other.chain !== null)).map((row) => [row.key, row]),
  );
  for (const key of new Set(real.map((row) => row.key))) if (!modelled.has(key)) found.push(`missing: ${key}`);
  const served = new Set(real.map((row) => row.key));
  for (const row of model) if (!served.has(row.key)) found.push(`not served: ${row.key}`);
  for (const { key, chain } of real) {
    const own = modelled.get(key);
    if (own && chain && !own.chain) found.push(`answered by another route in the model: ${key}`);
    else if (own?.chain && chain && own.chain.join(' ') !== chain.join(' '))
      found.push(`chain of ${key}: [${own.chain.join(' ')}] in the model, [${chain.join(' ')}] ran`);
  }
  return found;
}
