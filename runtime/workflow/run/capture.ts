import type { RunFailure } from '../../../schemas/index.js';
import { headerValue, type Answered } from '../checks/expectation.js';
import type { PreparedCapture } from '../prepare/prepared.js';
import { valueAtPath } from '../../simulate/value-at-path.js';

/** The value of a capture in an answer; undefined when the answer has none. */
export function capturedValue({ from }: PreparedCapture, answer: Answered): unknown {
  switch (from.kind) {
    case 'body':
      return valueAtPath(answer.body, from.path);
    case 'status':
      return answer.status;
    case 'header':
      return headerValue(answer, from.name);
    case 'cookie':
      return cookieValue(answer, from.name);
  }
}

function cookieValue(answer: Answered, name: string): string | undefined {
  const header = answer.headers['set-cookie'];
  for (const line of typeof header === 'string' ? [header] : (header ?? [])) {
    const pair = line.split(';')[0]!;
    const equals = pair.indexOf('=');
    if (equals > 0 && pair.slice(0, equals).trim() === name) return pair.slice(equals + 1).trim();
  }
  return undefined;
}

/** Null is no value: what uses it later would send it. */
export const isCaptured = (value: unknown): boolean => value !== undefined && value !== null;

export function missingCapture(capture: PreparedCapture, answer: Answered): RunFailure {
  const { from } = capture;
  const place =
    from.kind === 'body'
      ? from.path === ''
        ? 'the body'
        : `"${from.path}" in the body`
      : from.kind === 'status'
        ? 'the status'
        : `the ${from.kind} "${from.name}"`;
  const fields =
    from.kind === 'body' && typeof answer.body === 'object' && answer.body !== null ? Object.keys(answer.body).slice(0, 12).join(', ') : '';
  const found =
    from.kind !== 'body'
      ? ''
      : fields !== ''
        ? `; the body has ${fields}`
        : typeof answer.body === 'string' && answer.body !== ''
          ? '; the body is no JSON'
          : '; the body is empty';
  return {
    check: 'capture',
    message: `nothing to capture for ${capture.scope}:${capture.key}: the answer has no value at ${place}${found}`,
  };
}
