/** Copied beside every project: what runs for a request says its name here. */
export const trace = (name: string): void => { (globalThis as { steps?: string[] }).steps?.push(name); };
