/** An answer that is no success, with what to do about it. */
export class Problem extends Error {
  override readonly name = 'Problem';
  constructor(
    readonly status: number,
    message: string,
    readonly help?: string,
  ) {
    super(message);
  }
}

/** Raised on `window` when the cookie is not (or no longer) good. */
export const SIGNED_OUT = 'studio-signed-out';

export const get = <T>(path: string, signal?: AbortSignal): Promise<T> => send<T>('GET', path, undefined, signal);

export const post = <T>(path: string, body: object = {}): Promise<T> => send<T>('POST', path, body);

/** @throws Problem for every answer that is no success, and when there is no answer at all */
export async function send<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      ...(signal && { signal }),
      ...(method !== 'GET' && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body ?? {}) }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Problem(0, 'The server does not answer.', 'Is `tool dev` still running in its terminal?');
  }
  if (response.ok) return (response.status === 204 ? undefined : await response.json()) as T;
  let message = `The server answered ${response.status}.`;
  let help: string | undefined;
  try {
    const { error } = (await response.json()) as { error: { message: string; help?: string } };
    message = error.message;
    help = error.help;
  } catch {
    /* not ours */
  }
  if (response.status === 401 && path !== '/api/session') window.dispatchEvent(new Event(SIGNED_OUT));
  throw new Problem(response.status, message, help);
}

/** The code of the printed link, handed in once. False when it was no good. */
export async function signIn(code: string): Promise<boolean> {
  try {
    await post('/api/session', { code });
    return true;
  } catch {
    return false;
  }
}
