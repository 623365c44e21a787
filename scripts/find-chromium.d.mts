export function findChromium(log?: (message: string) => void): Promise<string>;
export declare const SHELL_PACKAGES: readonly string[];
export declare function findHeadlessShell(): string | undefined;
