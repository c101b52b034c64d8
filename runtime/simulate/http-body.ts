import { createHash } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import type { Readable } from 'node:stream';

/** What a request sends. */
export type HttpBody =
  | { readonly kind: 'json'; readonly value: unknown }
  | { readonly kind: 'text'; readonly text: string; readonly contentType?: string }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly contentType?: string }
  /** `application/x-www-form-urlencoded`; a field may occur more than once. */
  | { readonly kind: 'form'; readonly fields: readonly (readonly [name: string, value: string])[] }
  | { readonly kind: 'multipart'; readonly parts: readonly MultipartPart[] }
  /** The content of a file, which is streamed. */
  | { readonly kind: 'file'; readonly path: string; readonly contentType?: string };

export interface MultipartPart {
  readonly name: string;
  readonly value: string | Uint8Array;
  /** Makes the part a file. */
  readonly fileName?: string;
  readonly contentType?: string;
}

export interface EncodedBody {
  /** Called once for each time the body is sent: a stream can be read only once. */
  readonly open: () => string | Uint8Array | Readable;
  readonly contentType?: string;
  readonly bytes: number;
  /** For records; null when it is not text. */
  readonly text: string | null;
}

/**
 * The bytes of a body. The same body gives the same bytes, the boundary of a multipart one included.
 * @throws Error of the file system for a file that cannot be read
 */
export function encodeBody(body: HttpBody): EncodedBody {
  switch (body.kind) {
    case 'json':
      return ofText(JSON.stringify(body.value) ?? 'null', 'application/json');
    case 'text':
      return ofText(body.text, body.contentType ?? 'text/plain; charset=utf-8');
    case 'form':
      return ofText(
        new URLSearchParams(body.fields.map(([name, value]): [string, string] => [name, value])).toString(),
        'application/x-www-form-urlencoded',
      );
    case 'bytes':
      return {
        open: () => body.bytes,
        bytes: body.bytes.byteLength,
        text: null,
        contentType: body.contentType ?? 'application/octet-stream',
      };
    case 'file': {
      const { size } = statSync(body.path);
      return {
        open: () => createReadStream(body.path),
        bytes: size,
        text: null,
        contentType: body.contentType ?? 'application/octet-stream',
      };
    }
    case 'multipart':
      return multipart(body.parts);
  }
}

const ofText = (text: string, contentType: string): EncodedBody => ({
  open: () => text,
  bytes: Buffer.byteLength(text),
  text,
  contentType,
});

function multipart(parts: readonly MultipartPart[]): EncodedBody {
  const contents = parts.map(({ value }) =>
    typeof value === 'string' ? Buffer.from(value) : Buffer.from(value.buffer, value.byteOffset, value.byteLength),
  );
  const hash = createHash('sha256');
  for (const content of contents) hash.update(content);
  const boundary = `----tool-${hash.digest('hex').slice(0, 32)}`;
  const chunks = parts.flatMap((part, index) => {
    const file = part.fileName === undefined ? '' : `; filename="${quoted(part.fileName)}"`;
    const type = part.contentType ?? (part.fileName === undefined ? undefined : 'application/octet-stream');
    return [
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(part.name)}"${file}\r\n${type === undefined ? '' : `Content-Type: ${type}\r\n`}\r\n`,
      ),
      contents[index]!,
      Buffer.from('\r\n'),
    ];
  });
  const bytes = Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]);
  const shown = parts
    .map(
      (part) =>
        `${part.name}=${part.fileName === undefined && typeof part.value === 'string' ? part.value : `@${part.fileName ?? 'bytes'}`}`,
    )
    .join('\n');
  return { open: () => bytes, bytes: bytes.byteLength, text: shown, contentType: `multipart/form-data; boundary=${boundary}` };
}

/** As browsers write names in the header of a part. */
const quoted = (text: string): string => text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
