import type { CaptureSource } from './prepared.js';

/** Reads what stands on the right of a capture. `header:Location`, `cookie:sid`, `response:status`; anything else is a path in the body. */
export function captureSource(text: string): CaptureSource {
  const [, kind, name] = /^(header|cookie|response):(.+)$/.exec(text) ?? [];
  if (kind === 'header' || kind === 'cookie') return { kind, name: name!.trim() };
  return kind === 'response' && name!.trim() === 'status' ? { kind: 'status' } : { kind: 'body', path: text };
}
