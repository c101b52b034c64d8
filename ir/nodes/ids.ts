declare const brand: unique symbol;
type Id<Name extends string> = string & { readonly [brand]: Name };

/** `r0`, `r1`, … in order of creation. */
export type RouterId = Id<'router'>;
/** `h0`, `h1`, … */
export type HandlerId = Id<'handler'>;
/** `m0`, `m1`, … */
export type MiddlewareId = Id<'middleware'>;
/** `i0`, `i1`, …: an item of a router, unique in the program. */
export type ItemId = Id<'item'>;
/** `d0`, `d1`, … */
export type DiagnosticId = Id<'diagnostic'>;
/** `e0`, `e1`, … while passes run; `METHOD /path` is the public identity, given by `assign-identity`. */
export type EndpointId = Id<'endpoint'>;

const mint =
  <T extends string>(letter: string) =>
  (index: number): T =>
    `${letter}${index}` as T;
export const routerId = mint<RouterId>('r');
export const handlerId = mint<HandlerId>('h');
export const middlewareId = mint<MiddlewareId>('m');
export const itemId = mint<ItemId>('i');
export const diagnosticId = mint<DiagnosticId>('d');
export const endpointId = mint<EndpointId>('e');
