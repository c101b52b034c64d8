export declare const piers: { named(name: string): Promise<{ length: number } | null> };
