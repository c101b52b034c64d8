/** Methods that hand over what they hold: what they give is a part of what they belong to. */
export const GETTER = /^(get|switchTo)[A-Z]/;

/** Members that hold the request of another framework, or values of the program's own. */
const HOLDERS: ReadonlySet<string> = new Set(['request', 'req', 'raw', 'state', 'var']);

/** Members whose values are told one by one, or elsewhere: as wholes they say nothing. */
const WHOLES: ReadonlySet<string> = new Set(['body', 'params', 'headers', 'query', 'cookies']);

/** What the walks over a body and over what it calls have found so far. Headers are in lower case, all else is as written. */
export class Found {
  readonly headers = new Set<string>();
  readonly cookies = new Set<string>();
  readonly query = new Set<string>();
  /** `module#path` of what is called of packages. */
  readonly calls = new Set<string>();
  readonly statuses = new Set<number>();
  readonly sets = new Set<string>();
  readonly reads = new Set<string>();
  callsContinuation = false;
  handsOverContinuation = false;
  answers = false;

  /** A status is answered; null is one that cannot be told and adds nothing. */
  answer(status: number | null): void {
    if (status === null) return;
    this.statuses.add(status);
    this.answers = true;
  }

  /** Members are read that lead from the request to a value. */
  read(members: readonly string[]): void {
    const [first, second] = members;
    if (!first || GETTER.test(first)) return;
    const path = HOLDERS.has(first) && second ? members.slice(1) : members;
    const [head, next] = path;
    if (!head || (next && this.readOfWhole(head, next))) return;
    if (head === 'session' || head === 'user' || head === 'auth') this.reads.add(path.slice(0, 2).join('.'));
    else if (!WHOLES.has(head)) this.reads.add(head);
  }

  /** Whether it was one header, cookie or query parameter. */
  private readOfWhole(head: string, name: string): boolean {
    if (head === 'headers') this.headers.add(name.toLowerCase());
    else if (head === 'query') this.query.add(name);
    else if (head !== 'cookies' && head !== 'signedCookies') return false;
    else if (name !== 'get' && name !== 'set') this.cookies.add(name);
    return true;
  }
}
