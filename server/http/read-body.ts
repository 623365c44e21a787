import type { z } from 'zod';
import { type FieldErrors, invalidInput } from './problem.ts';
import { pythonType } from './python-type.ts';

/** What could be read of a body, and what is wrong with the rest of it. A field is in one of the two at most. */
export interface ReadBody {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly errors: FieldErrors;
}

/**
 * Reads a JSON body by a schema of `fields.ts`. No body at all reads as one without fields; fields that the
 * schema does not name are ignored, so that what belongs to the server cannot be set.
 */
export function readBody(schema: z.ZodObject, body: unknown): ReadBody {
  const given = dictionaryOf(body);
  const parsed = schema.safeParse(given);
  if (parsed.success) return { fields: parsed.data, errors: {} };

  const errors = errorsOf(parsed.error);
  const fields: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema.shape)) {
    if (!errors[name] && Object.hasOwn(given, name)) fields[name] = (field as z.ZodType).parse(given[name]);
  }
  return { fields, errors };
}

/** The same for handlers that have nothing to add: what is wrong is thrown as a 400. */
export function requiredBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(dictionaryOf(body));
  if (!parsed.success) throw invalidInput(errorsOf(parsed.error));
  return parsed.data;
}

function dictionaryOf(body: unknown): Record<string, unknown> {
  if (body === undefined) return {};
  if (body === null) throw invalidInput({ non_field_errors: ['No data provided'] });
  if (typeof body === 'object' && !Array.isArray(body)) return { ...body };
  const text = `Invalid data. Expected a dictionary, but got ${pythonType(body)}.`;
  throw invalidInput({ non_field_errors: [text] });
}

/** An issue below a field stands under that field: {"estimated_cost": {"amount": [text]}}. */
function errorsOf(error: z.ZodError): FieldErrors {
  const texts: Record<string, string[]> = {};
  const nested: Record<string, Record<string, string[]>> = {};
  for (const { path, message } of error.issues) {
    const [field = 'non_field_errors', inner] = path.map(String);
    const place = inner === undefined ? texts : (nested[field] ??= {});
    (place[inner ?? field] ??= []).push(message);
  }
  return { ...texts, ...nested };
}
