import type { Shape } from '@tool/ir';
import { errorValue, meaningOf, schemaShape, type Call, type Observation, type Observe, type Realm, type Value } from '@tool/scanner-sdk';
import { CONTEXT, contextOf, type MadeContext } from './context.js';
import type { Procedure } from './procedures.js';

const CODES: Readonly<Record<string, number>> = {
  PARSE_ERROR: 400,
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  PAYMENT_REQUIRED: 402,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  METHOD_NOT_SUPPORTED: 405,
  TIMEOUT: 408,
  CONFLICT: 409,
  PRECONDITION_FAILED: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  UNPROCESSABLE_CONTENT: 422,
  PRECONDITION_REQUIRED: 428,
  TOO_MANY_REQUESTS: 429,
  CLIENT_CLOSED_REQUEST: 499,
  INTERNAL_SERVER_ERROR: 500,
  NOT_IMPLEMENTED: 501,
  BAD_GATEWAY: 502,
  SERVICE_UNAVAILABLE: 503,
  GATEWAY_TIMEOUT: 504,
};
const TEXT: Shape = { kind: 'string' };

/** `new TRPCError({ code, message })`. */
export const errorClass = (realm: Realm): Value =>
  realm.fn('TRPCError', (call) => {
    const options = call.args[0];
    const option = (name: string): Value => (options?.kind === 'object' ? call.get(options, name) : call.const(undefined));
    const message = option('message');
    return errorValue(call, 'TRPCError', call.isUndefined(message) ? (call.text(option('code')) ?? '') : message, {
      code: option('code'),
      cause: option('cause'),
    });
  });

/** What an error of a procedure is answered with. One that is none of tRPC's is made one of the server; of one that nobody knows nothing is said. */
function failed(call: Call, seen: Observation, error: Value, body: BodyOfErrors): void {
  const name = error.kind === 'object' ? call.text(call.get(error, 'name')) : null;
  if (name === null) return;
  const stated = call.text(call.get(error, 'code'));
  const isCode = stated !== null && Object.hasOwn(CODES, stated);
  // A class that extends that of tRPC may have a name of its own.
  if (isCode !== (name === 'TRPCError')) return;
  const code = isCode ? stated : 'INTERNAL_SERVER_ERROR';
  const sent = body(call, code, CODES[code]!);
  const message = call.text(call.get(error, 'message'));
  seen.answer(
    { span: error.origin?.span ?? call.span },
    {
      status: CODES[code]!,
      contentType: 'application/json',
      ...(sent && { body: sent }),
      ...(message && message !== code && { description: message }),
    },
  );
}

/** What of a code the body of the answer is; null where that is not known. */
export type BodyOfErrors = (call: Call, code: string, status: number) => Value | null;
export const text = (call: Call, why: string): Value => call.typed?.(TEXT, why) ?? call.unknown(why);

const errorOf =
  (procedure: Pick<Procedure, 'wire' | 'formatted'>): BodyOfErrors =>
  (call, code, status) => {
    if (procedure.wire !== 'plain' || procedure.formatted) return null;
    const number = call.typed?.({ kind: 'integer' }, 'the code of an error') ?? call.unknown('the code of an error');
    const data = call.record({ code: call.const(code), httpStatus: call.const(status), path: text(call, 'a path') });
    call.markOpen?.(data);
    return call.record({ error: call.record({ message: text(call, 'a message'), code: number, data }) });
  };

/** Runs something; errors of tRPC are answered with these bodies. */
export const guarded = (call: Call, seen: Observation, body: BodyOfErrors, run: () => void): void => {
  if (call.catching)
    call.catching(run, (error) => {
      for (const each of call.alternatives(error)) failed(call, seen, each, body);
    });
  else run();
};

/** What the schemas of a procedure accept together. */
export function inputShape(call: Call, { inputs }: Procedure): { readonly shape: Shape | null; readonly stated: boolean } {
  const shapes = inputs.map((input) => schemaShape(call, input));
  const objects = shapes.filter((shape): shape is Shape => shape?.kind === 'object');
  if (shapes.length === 1) return { shape: shapes[0] ?? null, stated: true };
  return {
    shape:
      objects.length === shapes.length && shapes.length > 0
        ? { kind: 'object', properties: objects.flatMap((shape) => shape.properties ?? []) }
        : null,
    stated: inputs.length > 0,
  };
}

/** The input as the procedure gets it. Of a mutation it is the body, of a query a text in the query. */
function inputOf(call: Call, seen: Observation, procedure: Procedure): Value {
  const { shape, stated } = inputShape(call, procedure);
  if (!stated) return call.const(undefined);
  const { wire } = procedure;
  seen.answer(call, { status: 400, contentType: 'application/json' });
  if (procedure.kind !== 'mutation') {
    const optional = procedure.inputs.every((input) => meaningOf(input)?.optional ?? true);
    call.refine?.(
      seen.incoming('query'),
      { kind: 'object', open: true, properties: [{ name: 'input', shape: TEXT, ...(!optional && { required: true }) }] },
      'validator',
    );
    return shape ? (call.typed?.(shape, 'the input') ?? call.unknown('the input')) : call.unknown('the input');
  }
  if (!shape || wire === 'unknown')
    return shape ? (call.typed?.(shape, 'the input') ?? call.unknown('the input')) : call.unknown('the input');
  const body =
    call.refine?.(
      seen.incoming('body'),
      wire === 'plain' ? shape : { kind: 'object', open: true, properties: [{ name: 'json', shape, required: true }] },
      'validator',
    ) ?? seen.incoming('body');
  return wire === 'plain' ? body : call.get(body, 'json');
}

/** What the procedure gives for an input, as the schema of its output lets it pass. */
export function resultOf(call: Call, seen: Observation, procedure: Procedure, made: MadeContext | null, input: Value): Value {
  const options = call.record({
    ctx: contextOf(call, seen, made),
    input,
    signal: call.unknown('a signal'),
    path: call.unknown('a path'),
    type: call.const(procedure.kind),
  });
  const result = call.awaited(call.invoke(procedure.resolver, [options]));
  const shape = procedure.output ? schemaShape(call, procedure.output) : null;
  return shape ? parsed(call, shape, result) : result;
}

const MAX_DEPTH = 5;
/** What a schema leaves of a value: members that it does not list are gone, and what nobody knows looks as it says. */
function parsed(call: Call, shape: Shape, value: Value, depth = 0): Value {
  if (shape.kind === 'any' || value.kind === 'const' || value.kind === 'template') return value;
  if (value.kind === 'oneOf' && call.oneOf && depth < MAX_DEPTH)
    return call.oneOf(
      value.values.map((each) => parsed(call, shape, each, depth + 1)),
      value.condition,
    );
  const { kind, open, properties } = shape;
  const isRecord = value.kind === 'object' && !value.host && call.elements(value) === null;
  if (kind !== 'object' || open || !properties || !isRecord || depth >= MAX_DEPTH) return call.typed?.(shape, 'an output') ?? value;
  return call.record(
    Object.fromEntries(
      properties.flatMap(({ name, shape: inner, required }) => {
        const member = call.get(value, name);
        if (!call.isUndefined(member)) return [[name, parsed(call, inner, member, depth + 1)]];
        return required ? [[name, call.typed?.(inner, 'an output') ?? member]] : [];
      }),
    ),
  );
}

/** How a procedure answers. */
export const observeProcedure =
  (procedure: Procedure, made: MadeContext | null): Observe =>
  (call, seen) => {
    guarded(call, seen, errorOf(procedure), () => {
      const result = resultOf(call, seen, procedure, made, inputOf(call, seen, procedure));
      if (procedure.kind === 'subscription') {
        seen.answer(call, { status: 200, contentType: 'text/event-stream' });
        return;
      }
      for (const data of call.alternatives(result)) {
        const members = call.record(
          call.isUndefined(data) ? {} : { data: procedure.wire === 'superjson' ? call.record({ json: data }) : data },
        );
        seen.answer(call, {
          status: 200,
          contentType: 'application/json',
          ...(procedure.wire !== 'unknown' && { body: call.record({ result: members }) }),
        });
      }
    });
  };

/** A middleware of a procedure: `({ ctx, next }) => next({ ctx: … })`. */
export const observeMiddleware =
  (fn: Value, procedure: Procedure, made: MadeContext | null, body: BodyOfErrors = errorOf(procedure)): Observe =>
  (call, seen) => {
    guarded(call, seen, body, () => {
      const ctx = contextOf(call, seen, made);
      const next = call.fn('next', (inner) => {
        seen.passOn();
        const given = inner.args[0]?.kind === 'object' ? inner.get(inner.args[0], CONTEXT) : inner.const(undefined);
        if (given.kind === 'object') seen.leave(CONTEXT, merged(inner, ctx, given));
        return inner.promise?.(inner.unknown('the result of a procedure'));
      });
      call.awaited(
        call.invoke(fn, [
          call.record({
            ctx,
            next,
            input: call.unknown('the input'),
            path: call.unknown('a path'),
            type: call.const(procedure.kind),
            meta: procedure.meta,
            getRawInput: call.fn('getRawInput', (inner) => inner.unknown('the input')),
          }),
        ]),
      );
    });
  };

function merged(call: Call, before: Value, added: Value): Value {
  const record = call.record(
    Object.fromEntries([...(before.kind === 'object' ? (call.knownEntries?.(before) ?? []) : []), ...(call.knownEntries?.(added) ?? [])]),
  );
  if (before.kind !== 'object' || call.isOpen(before)) call.markOpen?.(record);
  return record;
}
