/** Where a request goes. Of most addresses only texts are needed: the parsed URL is made when it is asked for. */
export class Address {
  #url: URL | undefined;

  private constructor(
    /** Scheme, host and port. */
    readonly origin: string,
    /** Path and query, as they are sent. */
    readonly path: string,
    readonly href: string,
    url: URL | undefined,
  ) {
    this.#url = url;
  }

  static ofUrl(url: URL): Address {
    return new Address(url.origin, url.pathname + url.search, url.href, url);
  }

  /** An address that needs no parsing: see `createAddressReader`. */
  static ofParts(origin: string, path: string): Address {
    return new Address(origin, path, origin + path, undefined);
  }

  /** Whether it brings a user or a password. */
  get hasUser(): boolean {
    return this.#url !== undefined && (this.#url.username !== '' || this.#url.password !== '');
  }

  get url(): URL {
    return (this.#url ??= new URL(this.href));
  }
}

/** What a parser of URLs leaves as it is. Segments of dots would be resolved, so that nothing after a slash begins with one. */
const UNCHANGED = /^(?:\/(?!\.|%2e)[\w\-.~!$&()*+,;:@=%]*)+(?:\?[\w\-.~!$&()*+,;:@=%/?]+)?$/i;

const MOST_ORIGINS = 64;

/**
 * Reads absolute addresses. A run asks the same few origins again and again, so an origin is parsed once; an address at it whose path holds
 * nothing that parsing would change is taken as it is.
 * @returns a function that throws TypeError for what is no URL
 */
export function createAddressReader(): (text: string) => Address {
  const origins = new Set<string>();
  return (text) => {
    const slash = text.indexOf('/', 'https://'.length);
    const origin = slash < 0 ? text : text.slice(0, slash);
    if (origins.has(origin) && slash > 0) {
      const path = text.slice(slash);
      if (UNCHANGED.test(path)) return Address.ofParts(origin, path);
    }
    const url = new URL(text);
    // As it was written: then it holds no user and needs no change either.
    if (url.origin === origin && origins.size < MOST_ORIGINS) origins.add(origin);
    return Address.ofUrl(url);
  };
}
