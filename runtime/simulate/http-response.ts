import { JsonSyntaxError, parseJson } from '../store/index.js';
import { decodeText } from './http-decode.js';

export type JsonBody = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string };

/** An answer as it came, decompressed. Text and JSON are made when they are first asked for. */
export class HttpResponse {
  #text: string | undefined;
  #json: JsonBody | undefined;
  #isJson: boolean | undefined;

  constructor(
    readonly status: number,
    /** Names in lower case. */
    readonly headers: Readonly<Record<string, string | string[]>>,
    readonly bytes: Buffer,
    /** After redirects. */
    readonly url: string,
    /** An event stream, which was still open when listening to it ended. */
    readonly endless: boolean,
  ) {}

  /** With its parameters; empty when there is none. */
  get contentType(): string {
    return this.header('content-type') ?? '';
  }

  /** The value of a header, several ones joined; the name may be in any case. */
  header(name: string): string | undefined {
    const value = this.headers[name.toLowerCase()];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  get text(): string {
    return (this.#text ??= decodeText(this.bytes, this.contentType));
  }

  /** Whether the content type says JSON. */
  get isJson(): boolean {
    return (this.#isJson ??= /^[^;]*[/+]json\b/i.test(this.contentType));
  }

  /** The body as JSON, whatever its content type; the message of a failure has the place. */
  get json(): JsonBody {
    return (this.#json ??= this.#parse());
  }

  #parse(): JsonBody {
    const { text } = this;
    if (text === '') return { ok: false, message: 'the body is empty' };
    try {
      return { ok: true, value: JSON.parse(text) as unknown };
    } catch {
      try {
        parseJson(text);
      } catch (error) {
        if (error instanceof JsonSyntaxError)
          return {
            ok: false,
            message: `the body is not JSON: line ${error.position.line}, column ${error.position.column}: ${error.message}`,
          };
        if (!(error instanceof RangeError)) throw error;
        return { ok: false, message: 'the body is nested too deeply' };
      }
      return { ok: false, message: 'the body is not JSON' };
    }
  }
}
