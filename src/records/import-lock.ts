/** Held while a tab makes the customers of an import: other tabs do not say that it was stopped. */
export function importLock(id: string): string {
  return `import|${id}`;
}
