/** Words of a name as change-case finds them: at changes from lower to upper case and at everything that is no letter or digit. */
export const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z\d])([A-Z])/g, '$1\0$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1\0$2')
    .replace(/[^A-Za-z0-9]+/g, '\0')
    .split('\0')
    .filter((word) => word !== '');

export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase();

export const inCamelCase = (words: readonly string[]): string =>
  words.map((word, index) => (index === 0 ? word.toLowerCase() : capital(word))).join('');
export const camelCase = (text: string): string => inCamelCase(wordsOf(text));
