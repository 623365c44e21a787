import type { ServerRefusal } from '../domain/mutation.ts';
import type { ResourceLabel } from '../domain/resource-spec.ts';

const LONGEST = 500;

/**
 * What a server said about a refused save, a line each: its message, else a line for each field, else
 * 'Failed to save customer'.
 */
export function describeSaveError(
  refusal: Pick<ServerRefusal, 'body'>,
  label: Pick<ResourceLabel, 'noun'>,
): readonly string[] {
  const message = messageOf(refusal.body);
  if (message !== null) return [message];
  const lines = fieldLines(refusal.body);
  return lines.length > 0 ? lines : [`Failed to save ${label.noun}`];
}

/** The one sentence a body holds: `detail`, `message`, or the body itself; null for HTML and everything else. */
export function messageOf(body: unknown): string | null {
  if (isObject(body)) return textOf(body['detail']) ?? textOf(body['message']);
  return textOf(body);
}

/**
 * What a body says about fields, by field name: `{email: ['taken']}`. A nested field has a dotted name;
 * `non_field_errors` stand under the name of what they are about, '' for the record itself.
 */
export function fieldMessages(body: unknown): Readonly<Record<string, readonly string[]>> {
  const found: Record<string, string[]> = {};
  if (isObject(body)) collect(body, '', found);
  return found;
}

/** 'email: taken' for each field, the bare message where it is about the whole record. */
function fieldLines(body: unknown): readonly string[] {
  return Object.entries(fieldMessages(body)).map(([field, messages]) =>
    field === '' ? messages.join(', ') : `${field}: ${messages.join(', ')}`,
  );
}

/** The same for input fields: one text for each top-level field. */
export function fieldErrors(body: unknown): Readonly<Record<string, string>> {
  const errors: Record<string, string> = {};
  for (const [path, messages] of Object.entries(fieldMessages(body))) {
    const field = path.split('.')[0] ?? path;
    if (field !== '') errors[field] = [errors[field], ...messages].filter(Boolean).join(', ');
  }
  return errors;
}

function collect(body: object, above: string, found: Record<string, string[]>): void {
  for (const [key, value] of Object.entries(body)) {
    const path = key === 'non_field_errors' ? above : [above, key].filter(Boolean).join('.');
    for (const entry of Array.isArray(value) ? value : [value]) {
      const text = textOf(entry);
      if (text !== null) found[path] = [...(found[path] ?? []), text];
      else if (isObject(entry)) collect(entry, path, found);
    }
  }
}

/** Words for a person, or null: a page of HTML and a blank text are none. */
function textOf(value: unknown): string | null {
  if (Array.isArray(value)) {
    const texts = value.map(textOf).filter((text) => text !== null);
    return texts.length > 0 && texts.length === value.length ? texts.join(', ') : null;
  }
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (text === '' || /^<(!doctype|html|[a-z]+[\s>])/i.test(text)) return null;
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
