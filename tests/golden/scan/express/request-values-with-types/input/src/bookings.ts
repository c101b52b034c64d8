export interface NewBooking { passenger: string; seats: number; extras?: { luggage: boolean } }
export class Passage { from!: string; to!: string; returning?: boolean; describe(): string { return this.from; } }

/** The stated type of a parameter says what is handed in. */
export async function book(input: NewBooking): Promise<void> { await Promise.resolve(input.passenger); }
export const rename = (id: string, change: { title: string }): string => `${id} ${change.title}`;
export const anything = (input: any): unknown => input;
