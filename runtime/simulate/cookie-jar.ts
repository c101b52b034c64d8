import type { CookieJar as Jar } from 'tough-cookie';

/** The cookies of one user agent. Two users have two jars. */
export interface CookieJar {
  /** The `Cookie` header for a URL; undefined when no cookie goes there. */
  headerFor(url: { readonly href: string }): string | undefined;
  /** Takes in what a server sent in `Set-Cookie`. A cookie that the server may not set is left out, as a browser does. */
  accept(url: URL, setCookie: readonly string[]): Promise<void>;
  /** Names and values of the cookies that go to a URL. */
  list(url: URL): { readonly name: string; readonly value: string }[];
}

/** The library is loaded with the first cookie: most APIs set none. */
export function createCookieJar(): CookieJar {
  let jar: Jar | null = null;
  return {
    headerFor: (url) => (jar === null ? undefined : jar.getCookieStringSync(url.href) || undefined),
    list: (url) => (jar === null ? [] : jar.getCookiesSync(url.href).map((cookie) => ({ name: cookie.key, value: cookie.value }))),
    async accept(url, setCookie) {
      if (jar === null) {
        const { CookieJar: Library } = await import('tough-cookie');
        // Servers under test live on localhost and on bare addresses, where public suffixes mean nothing.
        jar ??= new Library(undefined, { rejectPublicSuffixes: false, looseMode: true, allowSpecialUseDomain: true });
      }
      for (const line of setCookie) jar.setCookieSync(line, url.href, { ignoreError: true });
    },
  };
}
