import { brotliDecompressSync, constants, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib';

/** The content encodings that are asked for and understood. */
export const ACCEPTED_ENCODINGS = 'gzip, deflate, br';

export type Decoded =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly kind: 'too-large' | 'encoding'; readonly message: string };

/**
 * Takes the content encodings off a body, the last applied first. The limit holds for every intermediate result: a small body can
 * decompress to gigabytes.
 */
export function decodeContent(bytes: Buffer, contentEncoding: string | undefined, limit: number): Decoded {
  const encodings = (contentEncoding ?? '')
    .split(',')
    .map((encoding) => encoding.trim().toLowerCase())
    .filter((encoding) => encoding !== '' && encoding !== 'identity');
  let current = bytes;
  for (const encoding of encodings.reverse()) {
    // A server may announce an encoding and send nothing, as it does for HEAD.
    if (current.length === 0) break;
    try {
      current = decodeOne(current, encoding, limit);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === 'ERR_BUFFER_TOO_LARGE')
        return {
          ok: false,
          kind: 'too-large',
          message: `The body decompresses to more than the limit of ${limit} bytes (${bytes.length} bytes were sent).`,
        };
      const why = code === 'Z_BUF_ERROR' ? 'it ends too early' : (error as Error).message;
      return { ok: false, kind: 'encoding', message: `The body is announced as ${encoding} and cannot be decompressed: ${why}.` };
    }
  }
  return { ok: true, bytes: current };
}

function decodeOne(bytes: Buffer, encoding: string, limit: number): Buffer {
  const options = { maxOutputLength: limit };
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return gunzipSync(bytes, options);
    case 'br':
      return brotliDecompressSync(bytes, { ...options, params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 0 } });
    // "deflate" means the zlib format; some servers send the bare one.
    case 'deflate':
      return (bytes[0]! & 0x0f) === 8 ? inflateSync(bytes, options) : inflateRawSync(bytes, options);
    default:
      throw new Error('this encoding was not asked for');
  }
}

/** Text in the character set that the content type names; UTF-8 otherwise, and where the name is unknown. */
export function decodeText(bytes: Buffer, contentType: string): string {
  // JSON is UTF-8 and mostly says no character set.
  const charset = !contentType.includes(';') ? undefined : /;\s*charset="?([\w.:-]+)/i.exec(contentType)?.[1]?.toLowerCase();
  if (charset === undefined || charset === 'utf-8' || charset === 'utf8') return withoutMark(bytes.toString('utf8'));
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return bytes.toString('utf8');
  }
}

const withoutMark = (text: string): string => (text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
