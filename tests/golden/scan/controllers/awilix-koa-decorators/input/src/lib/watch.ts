export interface Watch { today(): string }
export const makeWatch = (): Watch => ({ today: () => new Date().toISOString() });
