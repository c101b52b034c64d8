export declare const gates: { isBanned(vessel: string): Promise<boolean>; all(): number[] };
