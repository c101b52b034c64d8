import { isAbsent, textOf, typeAmong, type Call, type Observation, type Value } from '@tool/scanner-sdk';

/** A `Response` that the program makes itself, not one of a context. */
export const isWebResponse = (call: Call, value: Value): boolean => {
  const web = call.global?.('Response');
  return web?.kind === 'object' && value.kind === 'object' && !value.host && call.get(value, 'constructor') === web;
};

/**
 * What a function gives back is sent: each `Response` of the program among the alternatives is an answer. `asHandler`: nothing stands behind the
 * function, so that what nobody can see into (`fetch(…)`, another server's) is one as well, of which nobody knows the status.
 */
export function answerWith(call: Call, seen: Observation, result: Value, asHandler = false): void {
  for (const value of call.alternatives(result)) {
    const send = (): void => {
      answerOne(call, seen, value, asHandler);
    };
    if (call.whereReturned) call.whereReturned(value, send);
    else send();
  }
}

function answerOne(call: Call, seen: Observation, value: Value, asHandler: boolean): void {
  if (asHandler && value.kind === 'unknown' && !isAbsent(value)) seen.answer({ span: value.origin?.span ?? call.span }, { status: null });
  if (!isWebResponse(call, value)) return;
  const body = call.get(value, 'body');
  const headers = call.get(value, 'headers');
  const contentType = contentTypeOf(call, headers, body);
  const to = headers.kind === 'object' ? call.knownEntries?.(headers)?.find(([name]) => name.toLowerCase() === 'location')?.[1] : undefined;
  seen.answer(
    { span: value.origin?.span ?? call.span },
    { status: call.get(value, 'status'), ...textOf(call, body, contentType === null ? {} : { contentType }), ...(to && { to }) },
  );
}

/** Of a body that is text and has no header that says more, the web says `text/plain`. */
function contentTypeOf(call: Call, headers: Value, body: Value): string | null {
  const header = typeAmong(call, headers);
  const text = header && call.text(header);
  if (text) return text.split(';')[0]!.trim();
  const plain =
    body.kind === 'template' || typeof call.constant(body) === 'string' || (body.kind === 'unknown' && body.shape?.kind === 'string');
  return plain && !header && !(headers.kind === 'unknown') ? 'text/plain' : null;
}
