import { fieldLabels } from '../words/field-labels.ts';

/** What the forms call their fields. Messages about a field take its name from here as well. */
export const FIELD_LABELS = fieldLabels;

const LABELS: ReadonlyMap<string, string> = new Map(Object.entries(fieldLabels));

/** The label of a field in its form; a field that no form has keeps the name that it was given. */
export function fieldLabel(field: string): string {
  return LABELS.get(field) ?? field;
}
