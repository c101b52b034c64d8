/**
 * A file, a folder or a setting is not what the tool needs, and the user can change that. Hosts recognise it by its name
 * and exit with the code for usage. The message is `what` and `why`; `help` says what to do.
 */
export class UsageError extends Error {
  override readonly name = 'UsageError';
  readonly what: string;
  readonly why: string;
  readonly help: string;

  constructor(parts: { readonly what: string; readonly why: string; readonly help: string }, options?: ErrorOptions) {
    super(`${parts.what}${/^\n|^$/.test(parts.why) ? '' : ' '}${parts.why}`, options);
    this.what = parts.what;
    this.why = parts.why;
    this.help = parts.help;
  }
}
