import { pythonType } from './fields.ts';

/**
 * Error texts by field, as Django REST Framework sends them with a 400; by inner field for an object.
 * `non_field_errors` holds errors of the whole body.
 */
export interface FieldErrors {
  readonly [field: string]: readonly string[] | FieldErrors;
}

/** The place of an error in a body, and its text. */
export interface FieldIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Groups issues by field. Issues inside a field are grouped below it: {"estimated_cost": {"amount": [text]}}. */
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

/** The error of a body that is not an object. */
export function notADictionary(body: unknown): FieldErrors {
  const text =
    body === null ? 'No data provided' : `Invalid data. Expected a dictionary, but got ${pythonType(body)}.`;
  return { non_field_errors: [text] };
}
