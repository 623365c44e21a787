/** Returns false over plain HTTP, and in browsers without a share sheet for this. */
export function canShare(data: ShareData): boolean {
  return navigator.canShare?.(data) ?? false;
}

export async function share(data: ShareData): Promise<void> {
  try {
    await navigator.share(data);
  } catch (error) {
    // The user closed the sheet.
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  }
}
