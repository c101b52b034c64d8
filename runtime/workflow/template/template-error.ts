/** A template that cannot be read, or has no value now. The message names the template; `help` says what to do. */
export class TemplateError extends Error {
  override readonly name = 'TemplateError';

  /** @param template as it is written, braces included */
  constructor(
    readonly template: string,
    readonly why: string,
    readonly help?: string,
  ) {
    super(`${template} ${why}`);
  }
}
