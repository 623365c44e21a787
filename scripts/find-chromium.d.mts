export function findChromium(log?: (message: string) => void): Promise<string>;
