/** Null where browsers have no share sheet, as over plain HTTP. The function returns false if sharing failed. */
export function shareSheet(): ((title: string, text: string) => Promise<boolean>) | null {
  if (!('share' in navigator)) return null;
  return (title, text) =>
    navigator.share({ title, text }).then(
      () => true,
      // The user closed the sheet.
      (error: unknown) => error instanceof DOMException && error.name === 'AbortError',
    );
}
