import { STATUS_CODES } from '@tool/scanner-sdk';

/** `constants.HTTP_STATUS_NOT_FOUND` of http2. */
export const STATUS_CONSTANTS: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(STATUS_CODES).map(([code, phrase]) => [
    `HTTP_STATUS_${code === '418' ? 'TEAPOT' : phrase.replace(/[^A-Za-z]+/g, '_').toUpperCase()}`,
    Number(code),
  ]),
);
