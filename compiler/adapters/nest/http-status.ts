import { STATUS_CODES } from '@tool/scanner-sdk';

/** Those that go by other names than elsewhere. */
const OTHERWISE: Readonly<Record<number, string>> = {
  103: 'EARLYHINTS',
  300: 'AMBIGUOUS',
  416: 'REQUESTED_RANGE_NOT_SATISFIABLE',
  418: 'I_AM_A_TEAPOT',
  421: 'MISDIRECTED',
};

/** `HttpStatus`: what handlers and guards answer by name. */
export const HTTP_STATUS: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(STATUS_CODES).map(([code, text]) => [OTHERWISE[Number(code)] ?? text.toUpperCase().replace(/\W/g, '_'), Number(code)]),
);
