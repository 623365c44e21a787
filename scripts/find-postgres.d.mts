export function findPostgres(): string | undefined;
export function providePostgres(log?: (message: string) => void): string | undefined;
