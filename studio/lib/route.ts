/** Where the page is: everything that can be seen has an address. */
export interface Route {
  readonly page: string;
  readonly query: URLSearchParams;
}

export function currentRoute(hash: string = location.hash): Route {
  const text = hash.replace(/^#\/?/, '');
  const [page = '', query = ''] = text.split(/\?(.*)/s);
  return { page: page || 'overview', query: new URLSearchParams(query) };
}

/** The address of a page; what is empty is left out. */
export function hrefOf(page: string, query: Readonly<Record<string, string | undefined>> = {}): string {
  const parameters = new URLSearchParams(
    Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== ''),
  );
  const text = parameters.toString();
  return `#/${page === 'overview' ? '' : page}${text === '' ? '' : `?${text}`}`;
}

export const endpointHref = (id: string): string => hrefOf('endpoint', { id });

export function go(page: string, query: Readonly<Record<string, string | undefined>> = {}): void {
  location.hash = hrefOf(page, query);
}

/** Changes the address of what is shown already (a filter), without a step in the history. */
export function replaceRoute(page: string, query: Readonly<Record<string, string | undefined>>): void {
  history.replaceState(null, '', hrefOf(page, query));
}
