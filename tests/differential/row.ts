import type { Site } from './probe.js';

/** A row of the route table that the running framework really has: one registering call, method and path. */
export interface Row {
  /** Upper case, or `ALL`. */
  readonly method: string;
  /** As the model writes it. */
  readonly path: string;
  /** The URL that was sent. */
  readonly url: string;
  /** The request came to the handler, those in front of it made to hand on. False: Express has the layer and no request gets there. */
  readonly reached: boolean;
  /** What ran before the handler when the request was sent, in that order. */
  readonly steps: readonly Step[];
  /** What the functions of the registering call did, the handler's last. */
  readonly functions: readonly Did[];
  /** `fn.name` of the handler. */
  readonly handler: string;
  /** Names of parameters whose `param` callbacks ran, in order. */
  readonly params: readonly string[];
  /** Calls of the program that led to the registration, innermost first. */
  readonly sites: readonly Site[];
  /** Registered when its module had been run: `sites` may lack what called for it. */
  readonly late: boolean;
  /** Rows of one registering call share it. */
  readonly registration: number;
}

/** What a function did with all the requests that came to it. It may have refused some as well, which is neither. */
export interface Did {
  readonly handedOn: boolean;
  readonly answered: boolean;
}

/** A function that a request entered before it came to the handler. */
export interface Step extends Did {
  /** `fn.name`. */
  readonly name: string;
  /** The registration of the route it belongs to, on the same `route(path)` as the row or not; null for one of `use`. */
  readonly route: { readonly registration: number; readonly method: string; readonly own: boolean } | null;
}

/** One line: `~` behind a function that handed on, `!` behind one that answered, `@n` for the registration of a route. */
export function printRow(row: Row): string {
  const marks = ({ handedOn, answered }: Did): string => (handedOn ? '~' : '') + (answered ? '!' : '');
  const steps = row.steps.map((step) => step.name + marks(step) + (step.route ? `@${step.route.registration}` : ''));
  const end = row.reached ? row.functions.map((did) => marks(did) || '-').join(' ') : 'unreached';
  const sites = row.sites.map((site) => `${site.file}:${site.line}`).join(' < ');
  return `@${row.registration} ${row.method} ${row.path} [${steps.join(', ')}] ${end} ${sites}`;
}
