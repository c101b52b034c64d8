/** A module that only handlers need. */
export const watch = { closed: false as boolean, keeper: null as null | { name: string; since: number } };

let asked = 0;
export const tooMany = (): boolean => ++asked > 100;

// What fills itself is full for whoever asks.
let charts: { depth: number }[] | null = null;
export function allCharts() {
  charts ??= [{ depth: 12 }];
  return charts;
}
