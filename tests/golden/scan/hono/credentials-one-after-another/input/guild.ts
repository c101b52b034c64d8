export declare function potterOf(token: string): Promise<{ name: string } | null>;
export declare function shopOf(key: string | undefined): Promise<{ name: string } | null>;
