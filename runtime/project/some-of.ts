/** The first of some names, and how many more there are: `a, b, c and 4 more`. */
export const someOf = (names: readonly string[], most: number): string =>
  `${names.slice(0, most).join(', ')}${names.length > most ? ` and ${names.length - most} more` : ''}`;
