import { z } from 'zod';
import { type FieldErrors, type FieldIssue, fieldErrors, notADictionary } from './field-errors.ts';

export interface ReadBody {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly errors: FieldErrors;
}

/**
 * Reads field by field, so that valid fields can be checked further. Ignores unknown fields, so that no client can
 * set the server's own fields.
 */
export function readBody(schema: z.ZodObject, body: unknown): ReadBody {
  const given = body === undefined ? {} : body;
  if (!isDictionary(given)) return { fields: {}, errors: notADictionary(given) };
  const fields: Record<string, unknown> = {};
  const issues: FieldIssue[] = [];
  for (const [name, field] of Object.entries(schema.shape)) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined;
    const { data, error } = z.safeParse(field, value);
    if (error) issues.push(...error.issues.map(({ path, message }) => ({ path: [name, ...path], message })));
    else if (data !== undefined) fields[name] = data;
  }
  return { fields, errors: fieldErrors(issues) };
}

/** Never fails: errors are reported later, together with those that only the database knows. */
export function readableBody(schema: z.ZodObject) {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return z
    .unknown()
    .meta(described)
    .transform((body): ReadBody => readBody(schema, body));
}

function isDictionary(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
