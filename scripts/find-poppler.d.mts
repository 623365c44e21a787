export function findPdfToText(): string | undefined;
export function providePdfToText(log?: (message: string) => void): string | undefined;
