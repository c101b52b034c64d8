// Nobody needs this file before the signal comes: what it holds has been there from the start all the same.
let low = false;

export function ebb() {
  low = true;
}
export const isLow = () => low;
