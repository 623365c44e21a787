import { fieldLabels } from '../words/common.ts';

const LABELS: ReadonlyMap<string, string> = new Map(Object.entries(fieldLabels));

/** The label of a field in its form; a field that no form has keeps the name that it was given. */
export function fieldLabel(field: string): string {
  return LABELS.get(field) ?? field;
}
