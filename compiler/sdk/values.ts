import type { RequestCondition, RequestPart, Shape, Span } from '@tool/ir';
import type { AnyHostType } from './adapter.js';

/**
 * The evaluator's value domain, as transfer functions see it. Values are immutable except objects, which only the
 * evaluator changes. Every value knows where it was written.
 */
export type Value = Const | Template | OneOf | Unknown | ObjectValue;

export type Primitive = string | number | bigint | boolean | symbol | null | undefined;

/** A known primitive. */
export interface Const {
  readonly kind: 'const';
  readonly value: Primitive;
  /** Where it was written; null for values that no literal wrote. */
  readonly origin: Origin | null;
  /** For a text that was put together: where its varying piece was written. */
  readonly written?: Origin | null;
  /** The configuration value (`process.env.PORT`) that could make it another one. */
  readonly taint: string | null;
}

/** A string of which only some parts are known. */
export interface Template {
  readonly kind: 'template';
  readonly parts: readonly (string | Value)[];
  readonly origin: Origin | null;
}

/** One of a few values. `preferred`: the first is what the default configuration gives, the others exist under another one. */
export interface OneOf {
  readonly kind: 'oneOf';
  readonly values: readonly Value[];
  readonly preferred: boolean;
  readonly condition: string;
  readonly origin: Origin | null;
  /** As of a value that nobody knows: what its truth says of the request. */
  readonly missing?: Unknown['missing'];
  readonly tested?: Unknown['tested'];
}

/** What the evaluator could not compute, and why. */
export interface Unknown {
  readonly kind: 'unknown';
  readonly why: string;
  readonly origin: Origin | null;
  /** Set when it comes out of an installed package: which one, and by which accesses and calls. */
  readonly provenance: Provenance | null;
  /** Host objects that went into the computation that made it. */
  readonly carries: readonly ObjectValue[];
  readonly taint: string | null;
  /** What is known of its shape: a text, a number. Objects and lists of known shape are objects and lists. */
  readonly shape?: Shape | undefined;
  /** Shapes of members that JSON does not write: the message of an error. */
  readonly hidden?: Readonly<Record<string, Shape>> | undefined;
  /** Set when it came in with a request: where, and by which members it was reached. */
  readonly trace?: Trace | undefined;
  /** For a text that `JSON.stringify` made: of what. */
  readonly json?: Value | undefined;
  /** When one of these values of the request is missing, the value is true (`when`) or false; `ofOthers`: so it is for other reasons, too. */
  readonly missing?: { readonly when: boolean; readonly traces: readonly Trace[]; readonly ofOthers?: true } | undefined;
  /** What its truth says of how values of the request look. */
  readonly tested?: readonly Tested[] | undefined;
  /** It is a text of the request, or was made of one, or its truth is that of such tests. */
  readonly asks?: RequestCondition | undefined;
  /** What the program takes where the value is not there. */
  readonly instead?: Primitive;
  /** It is the name of the type of this value of the request. */
  readonly typeOf?: Trace | undefined;
  /** It is the length of this value of the request. */
  readonly lengthOf?: Trace | undefined;
}

/** Where the value of the request is there and does not look like the shape (`required`: nor where it is not there), something is `when`. */
export interface Tested {
  readonly when: boolean;
  readonly trace: Trace;
  readonly shape: Shape;
  readonly required?: boolean;
}

/** A value of the request that is served. `derived`: made of it (`trim()`, `Number()`), not the value itself. */
export interface Trace {
  readonly part: RequestPart;
  readonly path: readonly string[];
  readonly derived?: boolean;
  /** Of a text that was made of it: what differs are blanks around it, or how its letters are written. */
  readonly but?: 'blanks' | 'case' | undefined;
  /** Parts that were put into one record one after the other: it came in with whichever of them has such a member. */
  readonly among?: readonly RequestPart[];
  /** Its members are texts, whatever becomes of them. */
  readonly texts?: true;
  /** Its cookies came in with a signature of the server. */
  readonly signed?: true;
  /** Of an element of a list that is taken by its position: which. */
  readonly at?: string;
}

/** `path` is `default`, `json`, `json()`, `Strategy`, `default().single()` …; `args` are those of the last call in it. */
export interface Provenance {
  readonly module: string;
  readonly path: string;
  readonly args: readonly Value[] | null;
  /** What was given to the call whose result this one was made on: the options of `guard(options).unless(…)`. */
  readonly before?: readonly Value[];
}

/** Any object: record, list, function, class, instance, host object. Inspect it with the methods of `Call`. */
export interface ObjectValue {
  readonly kind: 'object';
  readonly origin: Origin | null;
  /** The adapter's own data, when a transfer function made it with `host`. */
  readonly host: HostData | null;
  /** What an open record has beside its known members: the value that was spread into it. */
  readonly rest?: Unknown | null;
}

export interface HostData {
  readonly type: AnyHostType;
  readonly data: unknown;
}

/** A place in the source, resolved when asked for. */
export interface Origin {
  readonly span: Span;
}
