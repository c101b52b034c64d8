import type { MiddlewareId } from './ids.js';
import type { Middleware } from './route-tree.js';
import type { Shape } from './shape.js';
import type { Place } from './span.js';

/** Where a value of a request comes in. `context`: what an earlier middleware left on it (`req.user`). */
export type RequestPart = 'body' | 'query' | 'path' | 'header' | 'cookie' | 'context';

/** How a fact was found, strongest first: a validator or schema, a TypeScript type, what the code does. */
export type FactSource = 'schema' | 'validator' | 'type' | 'code' | 'database';

/** A value of the request that the code takes. */
export interface Read {
  readonly part: RequestPart;
  /** Members from the part down; a list's elements are `0`. Empty: the part as a whole. */
  readonly path: readonly string[];
  /** Parts that the code puts into one record: it is of whichever has such a member, `part` where none says so. */
  readonly among?: readonly RequestPart[];
  /** What its uses say about it. */
  readonly shape?: Shape;
  /** The code does not name it: it writes the whole part into a table, which has a column of that name. */
  readonly column?: true;
  /** A request without it is refused here. */
  readonly required?: boolean;
  /** A request without it ends in these errors, and is refused where those who handle them refuse it. */
  readonly refusedBy?: readonly ErrorKindId[];
  /** A request with it is refused, and only one without it is served. */
  readonly unwanted?: boolean;
  /** A request without it is let through, with nothing else in its place: part header, cookie or query, in functions that hand control on. */
  readonly spared?: boolean;
  /** Of several credentials, none of which every request needs, it is let through with this one alone. */
  readonly suffices?: true;
  /** A strategy of passport takes the credential from it, or a package verifies it as a token. */
  readonly token?: true;
  /** It is compared with a secret of the configuration, or is a cookie signed with one that is demanded: part header, cookie or query. */
  readonly secret?: true;
  /** It is looked at only behind every answer 401: none of those is for what it says. Part body. */
  readonly behind?: true;
  /** The words that the code looks for in a header `authorization`, in lower case: `basic`. Empty: it compares the header as a whole, with neither `basic` nor `bearer` in front. */
  readonly words?: readonly string[];
  /** As for an answer: of no request of which this does not hold it is taken. */
  readonly when?: RequestCondition;
  readonly source: FactSource;
  readonly place: Place;
}

/** A request whose part does not look like this is refused. */
export interface Refinement {
  readonly part: RequestPart;
  readonly path: readonly string[];
  readonly shape: Shape;
  /** A request without it is refused. */
  readonly required?: boolean;
  /** It bounds what else is known of the value, and says nothing of members that it does not name. */
  readonly narrows?: true;
  /** It has to be the same as what is there in the same part. */
  readonly like?: readonly string[];
  /** It ends in these errors, and is refused where those who handle them refuse it. */
  readonly refusedBy?: readonly ErrorKindId[];
  /** As for an answer: of no request of which this does not hold it is looked at. */
  readonly when?: RequestCondition;
  readonly source: FactSource;
  readonly place: Place;
}

export interface Answer {
  /** Null: only run time knows it. */
  readonly status: number | null;
  /** The status is null: whatever else is answered with a status of this class (4: 400 to 499; 0: any) looks like this, where no other schema says how it looks. */
  readonly statusClass?: number;
  readonly shape?: Shape;
  readonly contentType?: string;
  readonly description?: string;
  readonly source: FactSource;
  /** The 401 or 403 that the body states, where a middleware refuses with another status: `{ code: 401 }` with 200; 401 where it sends to a page for logging in. */
  readonly says?: number;
  /** It is documentation for readers: nothing makes the answer look like that. */
  readonly documented?: true;
  readonly place: Place;
  /** The code looked at the address or the method of the request before: no request of which this does not hold is answered so. */
  readonly when?: RequestCondition;
}

/** Errors of one kind that the code hands to whoever handles errors. */
export interface Failure {
  readonly error: ErrorKindId;
  /** What the error says, where that is a constant: errors of one kind say different things. */
  readonly message?: string;
  readonly place: Place;
  /** As for an answer. */
  readonly when?: RequestCondition;
}

export type ErrorKindId = string & { readonly __brand: 'ErrorKindId' };
export const errorKindId = (index: number): ErrorKindId => `e${index}` as ErrorKindId;

/** Errors that look the same as far as the source shows: one class with one status. */
export interface ErrorKind {
  readonly id: ErrorKindId;
  /** The name of its class. */
  readonly name: string;
  /** Its `status` or `statusCode`, where that is a constant. */
  readonly status?: number;
  /** It is no `Error`, but a record or a text that is thrown. */
  readonly plain?: true;
  readonly place: Place;
}

/** A record of a database that the code reads or writes. */
export interface DataUse {
  readonly operation: 'create' | 'read' | 'list' | 'update' | 'delete';
  /** Name of the table, collection or model. */
  readonly entity: string;
  /** Which request value or claim each column is compared with or set to. */
  readonly where?: readonly DataBinding[];
  readonly values?: readonly DataBinding[];
  readonly place: Place;
}
export interface DataBinding {
  readonly column: string;
  readonly part: RequestPart;
  readonly path: readonly string[];
  /** The table, collection or model whose records the column's values name, where the database's definition says so. */
  readonly references?: string;
}

/** A test of the request's address. */
export interface PathTest {
  /** `pattern`: `path` is the source of a regular expression. */
  readonly kind: 'prefix' | 'exact' | 'pattern';
  readonly path: string;
  /** Counts for these methods alone, in upper case. */
  readonly methods?: readonly string[];
}

/** What a text of a request is asked: methods of texts, operators and tests, one after the other. Its truth is that of the last result. */
export interface RequestTest {
  /** Which text. `method`; `url`: the address; `path`: the address without its query (`name` is `route`: the path of the route as it is written); `parameter`: what a parameter of the path stands for, `name`; `config`: no text, what the registration of the route states under `name` for the functions in front of it; `key`: while a function is evaluated, the name of one of the members of `name` that nobody listed. */
  readonly of: 'url' | 'path' | 'method' | 'base' | 'parameter' | 'config' | 'key';
  readonly name?: string;
  /** It is what is left of the address behind the paths under which the function is registered. */
  readonly below?: true;
  /** `['indexOf', '/api'], ['===', 0]`. `['test', source, flags]`: of a regular expression; `['in', …]`: it is one of these; `['position', …]`: which of these it is, -1 for none; `['||', text]`: what stands in for it; `['length']`; `['of', key, value, …]`: what a table has for it. */
  readonly steps: readonly TestStep[];
}
export type TestStep = readonly [string, ...(string | number | boolean | null)[]];

/** What the source says about which requests something happens to. Null: nobody knows. */
export type RequestCondition =
  | boolean
  | null
  | RequestTest
  | { readonly not: RequestCondition }
  | { readonly all: readonly RequestCondition[] }
  | { readonly any: readonly RequestCondition[] };

/** `if (article.author.id !== request.user.id)` in front of a refusal. */
export interface ClaimComparison {
  /** Dotted path in the record. */
  readonly field: string;
  /** Members of the request's context down to the claim. */
  readonly claim: readonly string[];
  readonly place: Place;
}

/** A strategy of passport: the name that the program calls it by, and what the package that it comes out of is for (`jwt`), where that is known. */
export interface Strategy {
  readonly name: string;
  readonly kind?: string;
  /** The header that it takes a key from. */
  readonly header?: string;
  /** Whom it does not know is let pass. */
  readonly spares?: true;
  /** Of a handler: whom none of them knows is not served. */
  readonly demanded?: true;
}

/** What a function does with a request, found by running it on a request of which nothing is known. */
export interface Behaviour {
  readonly reads: readonly Read[];
  readonly refinements: readonly Refinement[];
  readonly answers: readonly Answer[];
  readonly failures: readonly Failure[];
  readonly data: readonly DataUse[];
  /** Fields of records that have to equal a claim of the caller: others are refused. */
  readonly comparisons?: readonly ClaimComparison[];
  /** Of a middleware: what callers are called that it refuses for that, alone or with more (`if (denied.includes(user.role))` in front of a refusal). */
  readonly denies?: readonly string[];
  /** Requests to these paths it does not refuse: it looks at the address first. */
  readonly exempts?: readonly PathTest[];
  /** The strategies of passport that it has asked. */
  readonly strategies?: readonly Strategy[];
  /** It refuses no request of which this does not hold. */
  readonly refuses?: RequestCondition;
  /** Of a middleware: it refuses no request without any credential of which this does not hold; one with a wrong credential it may refuse all the same. */
  readonly refusesStrangers?: RequestCondition;
  /** Of a middleware: it refuses every request of which this holds. */
  readonly shuts?: RequestCondition;
  /** Of a handler behind a guard that lets everybody pass: it serves nobody whom that guard does not know. What it does with them: statuses of 400 and more, and errors. */
  readonly strangers?: { readonly answers: readonly number[]; readonly failures: readonly ErrorKindId[] };
  /** The content type that it reads the body as, where that says more than JSON. */
  readonly encoding?: string;
  /** Middlewares of packages that it calls with its own request. */
  readonly calls?: readonly CalledMiddleware[];
  /** It hands control on. */
  readonly passesOn: boolean;
  /** It hands control on past the other functions of its route as well: `next('route')`. */
  readonly leavesRoute?: true;
  /** Of a middleware: not all that it does is seen, so that it may answer, and hand on, as well. */
  readonly mayAnswer?: true;
  /** What it leaves on the request for those behind it. */
  readonly leaves: readonly string[];
}

/** A middleware of a package that a function of the program calls: `express.json()(request, response, next)`. */
export interface CalledMiddleware extends Pick<Middleware, 'origin' | 'arguments'> {
  /** It is called only for requests of which this holds. */
  readonly when?: RequestCondition;
}

/** What an error handler does with errors of one kind. */
export interface ErrorHandling {
  readonly handler: MiddlewareId;
  readonly error: ErrorKindId;
  readonly answers: readonly Answer[];
  readonly failures: readonly Failure[];
  /** It hands control on, and no error: the request goes on behind it. */
  readonly passesOn?: true;
}
