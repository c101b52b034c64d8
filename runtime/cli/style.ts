import { styleText } from 'node:util';

type Format = Parameters<typeof styleText>[0];

/** Colours that are the identity function where nobody would see them. */
export interface Style {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly red: (text: string) => string;
  readonly green: (text: string) => string;
  readonly yellow: (text: string) => string;
  readonly cyan: (text: string) => string;
}

export function createStyle(coloured: boolean): Style {
  const format =
    (name: Format) =>
    (text: string): string =>
      coloured ? styleText(name, text) : text;
  return {
    bold: format('bold'),
    dim: format('dim'),
    red: format('red'),
    green: format('green'),
    yellow: format('yellow'),
    cyan: format('cyan'),
  };
}

/** Colour only on a terminal, and not when NO_COLOR is set to anything (https://no-color.org). */
export const wantsColour = (stream: { isTTY?: boolean }, environment: Readonly<Record<string, string | undefined>>): boolean =>
  stream.isTTY === true && !environment['NO_COLOR'] && environment['TERM'] !== 'dumb';
