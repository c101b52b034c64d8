export const pilots = (globalThis as any).pilots;
