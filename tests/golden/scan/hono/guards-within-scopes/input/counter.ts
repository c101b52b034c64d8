export declare function passOf(key: string): Promise<{ valid: boolean } | null>;
export declare function riderOf(token: string): Promise<{ name: string } | null>;
