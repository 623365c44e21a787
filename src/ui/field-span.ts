/** How much of a form's row a field takes: half of it where nothing is said. */
export type FieldSpan = 'whole' | 'third' | 'short';

export function spanOf(span: FieldSpan | undefined): { wrapperProps?: { 'data-span': FieldSpan } } {
  return span ? { wrapperProps: { 'data-span': span } } : {};
}
