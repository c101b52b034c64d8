import type { Shape } from '@tool/ir';
import { jsonSchemaShape, meaningOf, schemaShape, type Call, type StatedContract, type Value } from '@tool/scanner-sdk';

/** What the `responses` of `createRoute` state; the request is checked by validators. `documented`: nothing holds the handler to it. */
export function statedBy(call: Call, description: Value, documented = false): StatedContract | undefined {
  const responses = call.get(description, 'responses');
  if (responses.kind !== 'object') return undefined;
  const answers: StatedContract['answers'][number][] = [];
  for (const [status, response] of call.knownEntries?.(responses) ?? []) {
    if (!/^[1-5]\d\d$/.test(status) || response.kind !== 'object') continue;
    const text = call.text(call.get(response, 'description'));
    const said = { ...(text && { description: text }), source: 'schema' as const, ...(documented && { documented: true as const }) };
    const content = call.get(response, 'content');
    const media = content.kind === 'object' ? (call.knownEntries?.(content) ?? []) : [];
    if (media.length === 0) answers.push({ status: Number(status), ...said });
    for (const [contentType, entry] of media) {
      const shape = shapeOf(call, entry);
      answers.push({ status: Number(status), contentType, ...(shape && { shape }), ...said });
    }
  }
  return answers.length > 0 ? { refinements: [], answers } : undefined;
}

/** The schema of a media type: of a library, as JSON Schema, or (`describeResponse`) as `vSchema`. */
function shapeOf(call: Call, entry: Value): Shape | null {
  const own = ['vSchema', 'schema'].map((name) => call.get(entry, name)).find((value) => !call.isUndefined(value));
  if (!own) return null;
  if (meaningOf(own) || own.kind !== 'object') return schemaShape(call, own);
  const shape = jsonSchemaShape(call, own);
  return shape.kind === 'any' ? null : shape;
}
