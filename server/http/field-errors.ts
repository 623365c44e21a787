import { pythonType } from './python-type.ts';

/**
 * Texts by field, as Django REST Framework answers a 400; by inner field where a field is an object.
 * `non_field_errors` holds what is about no field.
 */
export interface FieldErrors {
  readonly [field: string]: readonly string[] | FieldErrors;
}

/** Where in a body something is wrong, and the text that says so. */
export interface FieldIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** An issue below a field stands under that field: {"estimated_cost": {"amount": [text]}}. */
export function fieldErrors(issues: readonly FieldIssue[]): FieldErrors {
  const texts: Record<string, string[]> = {};
  const nested: Record<string, Record<string, string[]>> = {};
  for (const { path, message } of issues) {
    const [field = 'non_field_errors', inner] = path.map(String);
    const place = inner === undefined ? texts : (nested[field] ??= {});
    (place[inner ?? field] ??= []).push(message);
  }
  return { ...texts, ...nested };
}

/** What is said of a body that has no fields. */
export function notADictionary(body: unknown): FieldErrors {
  const text =
    body === null ? 'No data provided' : `Invalid data. Expected a dictionary, but got ${pythonType(body)}.`;
  return { non_field_errors: [text] };
}
