export declare const gardeners: { byKey(key: string): Promise<{ name: string } | null> };
