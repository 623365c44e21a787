/**
 * How much of a form's row a field takes: half of it where nothing is said, and all of it on a phone. 'half' and 'short'
 * are half of it there.
 */
export type FieldSpan = 'whole' | 'half' | 'third' | 'short';

export function spanOf(span: FieldSpan | undefined): { wrapperProps?: { 'data-span': FieldSpan } } {
  return span ? { wrapperProps: { 'data-span': span } } : {};
}
