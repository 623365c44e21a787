export declare const BUILT_FOR: string;
export declare function appVariables(): Record<string, string>;
export declare function builtFor(folder: string): Record<string, string> | undefined;
