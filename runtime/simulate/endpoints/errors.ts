import type { Endpoint } from '../../../schemas/index.js';

/** Something that an endpoint needs cannot be had. The message says what and why; it is a reason to leave the endpoint out. */
export class NotAvailableError extends Error {
  override readonly name: string = 'NotAvailableError';
  /** @param root the reason at the end of a chain of needs; default: the message */
  constructor(
    message: string,
    readonly help?: string,
    readonly root = message,
  ) {
    super(message);
  }
}

/** A server refused a request that others depend on. */
export class RefusedError extends NotAvailableError {
  override readonly name = 'RefusedError';
  constructor(
    message: string,
    readonly endpoint: Endpoint,
    readonly status: number,
  ) {
    super(message);
  }

  /** It asks who calls, or sends whoever it does not know away. */
  get isDenial(): boolean {
    return deniesStrangers(this.status);
  }
}

/** No server can be talked to. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError';
  constructor(
    message: string,
    readonly help: string | undefined,
  ) {
    super(message);
  }
}

/** Statuses with which servers refuse those whom they do not know. */
export const deniesStrangers = (status: number): boolean => status === 401 || status === 403 || status === 407 || status === 419;
