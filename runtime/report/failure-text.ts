import type { RunCheck } from '../../schemas/index.js';

/** A failed check as lines of text: what is wrong, the last request and its answer, and how to repeat it. */
export function failureText(check: RunCheck): string {
  const lines = check.failures.flatMap(({ message, help }) => [message, ...(help === undefined ? [] : [`  ${help}`])]);
  const last = check.exchanges.at(-1);
  if (last !== undefined) {
    lines.push(`${last.request.method} ${last.request.url}`);
    if (last.response !== undefined)
      lines.push(`answered ${last.response.status}${last.response.body === undefined ? '' : `: ${bodyText(last.response.body)}`}`);
    if (last.curl !== undefined) lines.push(last.curl);
  }
  return lines.join('\n');
}

/** A body on one line, cut where a reader would stop. */
export function bodyText(body: unknown, longest = 1_000): string {
  const text = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
