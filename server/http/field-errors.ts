import { pythonType } from './fields.ts';

/** The format of Django REST Framework's 400: texts by field. `non_field_errors` holds errors about the whole body. */
export interface FieldErrors {
  readonly [field: string]: readonly string[] | FieldErrors;
}

export interface FieldIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Nests the issues inside a field: {"estimated_cost": {"amount": [text]}}. */
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

export function notADictionary(body: unknown): FieldErrors {
  const text =
    body === null ? 'No data provided' : `Invalid data. Expected a dictionary, but got ${pythonType(body)}.`;
  return { non_field_errors: [text] };
}
