import { humanVariable } from '../template/resolve.js';
import { TemplateError } from '../template/template-error.js';

/** Asks a person for one value. Undefined: nobody can be asked here. */
export type Ask = (key: string, question: string) => Promise<string>;

/** Answers to `{{human:<key>}}`. Each key is asked for once in a run, and never two at a time: there is one terminal. */
export class HumanAnswers {
  readonly #answers = new Map<string, Promise<string>>();
  #before: Promise<unknown> = Promise.resolve();

  constructor(
    readonly environment: Readonly<Record<string, string | undefined>>,
    readonly ask: Ask | undefined,
  ) {}

  /** @throws TemplateError when neither the environment nor a person can answer */
  answer(key: string): Promise<string> {
    const known = this.#answers.get(key);
    if (known !== undefined) return known;
    const given = this.environment[humanVariable(key)];
    const asked = given !== undefined ? Promise.resolve(given) : this.#ask(key);
    this.#answers.set(key, asked);
    return asked;
  }

  async #ask(key: string): Promise<string> {
    const template = `{{human:${key}}}`;
    if (this.ask === undefined) {
      throw new TemplateError(
        template,
        'asks a person, and there is nobody to ask: the input is no terminal.',
        `Set ${humanVariable(key)} in the environment, or run the command in a terminal.`,
      );
    }
    const turn = this.#before.then(() => this.ask!(key, `${key}: `));
    this.#before = turn.catch(() => undefined);
    return turn;
  }
}
