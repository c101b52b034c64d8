import { schemaShape, type Call, type StatedContract, type Value } from '@tool/scanner-sdk';

/** What the `responses` of `createRoute` state; the request is checked by validators. */
export function statedBy(call: Call, description: Value): StatedContract | undefined {
  const responses = call.get(description, 'responses');
  if (responses.kind !== 'object') return undefined;
  const answers: StatedContract['answers'][number][] = [];
  for (const [status, response] of call.knownEntries?.(responses) ?? []) {
    if (!/^[1-5]\d\d$/.test(status) || response.kind !== 'object') continue;
    const text = call.text(call.get(response, 'description'));
    const described = text ? { description: text } : {};
    const content = call.get(response, 'content');
    const media = content.kind === 'object' ? (call.knownEntries?.(content) ?? []) : [];
    if (media.length === 0) answers.push({ status: Number(status), ...described, source: 'schema' });
    for (const [contentType, entry] of media) {
      const shape = schemaShape(call, call.get(entry, 'schema'));
      answers.push({ status: Number(status), contentType, ...(shape && { shape }), ...described, source: 'schema' });
    }
  }
  return answers.length > 0 ? { refinements: [], answers } : undefined;
}
