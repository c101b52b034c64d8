export declare function settingOf(name: string): Promise<boolean>;
export declare function hasPin(request: unknown): Promise<boolean>;
