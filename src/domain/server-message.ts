/**
 * Reads error bodies. Frameworks and proxies differ in shape, so every function accepts any JSON and never
 * throws. Unreadable parts (HTML, blanks, null) are left out.
 *
 *   "No."                                        a sentence
 *   {detail: "No.", code, messages: [{…}]}       a sentence; the other keys are for programs
 *   {email: ["Taken."]}                          about a field
 *   {estimated_cost: {amount: ["Bad."]}}         about a part of a field: 'estimated_cost.amount'
 *   {estimated_cost: {non_field_errors: ["…"]}}  about a field as a whole
 *   {non_field_errors: ["…"]}                    about the record as a whole: ''
 *   [any of these]                               sentences, but only if every item is one
 */
interface ServerMessage {
  readonly sentence: string | null;
  /** Texts by dotted path. A Map: a field may be called 'constructor'. */
  readonly fields: ReadonlyMap<string, readonly string[]>;
}

/** Passed in, because the table of labels loads later. */
export type LabelOf = (field: string) => string;

/** Longer texts are stack traces. */
const LONGEST = 500;
const DEEPEST = 8;
const WHOLE = ['non_field_errors', '__all__'];
const ENVELOPE = ['detail', 'message', 'messages'];

/** Prefers `detail`, then `message`, then the body itself. */
export function messageOf(body: unknown): string | null {
  return read(body, 0).sentence;
}

/** Returns the text that a refused sign-in or fetch shows. */
export function detailIn(body: unknown): string | null {
  return isObject(body) ? sentenceOf(body['detail']) : null;
}

/** Returns texts by dotted path; '' is the whole record. If there is a sentence, only lists and objects are about fields. */
export function fieldMessages(body: unknown): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(read(body, 0).fields);
}

/** Returns lines like 'Email: Taken.'. Texts about the whole record have no label, and parts of a field have the field's. */
export function fieldLines(
  body: unknown,
  labelOf: LabelOf,
  apart: readonly string[] = [],
): readonly string[] {
  const lines = [...read(body, 0).fields]
    .filter(([path]) => !apart.includes(path))
    .map(([path, texts]) =>
      path === '' ? texts.join(', ') : `${nameOf(path, labelOf)}: ${texts.join(', ')}`,
    );
  // Two parts of a field may have the same text.
  return [...new Set(lines)];
}

function nameOf(path: string, labelOf: LabelOf): string {
  const top = topOf(path);
  const label = labelOf(top);
  return label === top ? path : label;
}

export function fieldErrors(body: unknown): Readonly<Record<string, string>> {
  const errors = new Map<string, string>();
  for (const [path, texts] of read(body, 0).fields) {
    const field = topOf(path);
    if (field !== '') errors.set(field, [errors.get(field), ...texts].filter(Boolean).join(', '));
  }
  return Object.fromEntries(errors);
}

function read(body: unknown, depth: number): ServerMessage {
  const fields = new Map<string, string[]>();
  if (depth > DEEPEST) return { sentence: null, fields };
  if (Array.isArray(body)) return readList(body, depth);
  if (!isObject(body)) return { sentence: textOf(body), fields };
  const sentence = detailIn(body) ?? sentenceOf(body['message']);
  for (const [key, value] of Object.entries(body)) {
    const forPrograms = ENVELOPE.includes(key) || typeof value !== 'object';
    if (sentence === null || !forPrograms) collect(value, { path: below('', key), depth, fields });
  }
  return { sentence, fields };
}

function readList(list: readonly unknown[], depth: number): ServerMessage {
  const parts = list.map((entry) => read(entry, depth + 1));
  const fields = new Map<string, string[]>();
  if (parts.every((part) => part.fields.size === 0)) {
    return { sentence: joined(parts.map((part) => part.sentence)), fields };
  }
  for (const part of parts) {
    if (part.sentence !== null) add(fields, '', part.sentence);
    for (const [path, texts] of part.fields) for (const text of texts) add(fields, path, text);
  }
  return { sentence: null, fields };
}

interface Place {
  readonly path: string;
  readonly depth: number;
  readonly fields: Map<string, string[]>;
}

function collect(value: unknown, { path, depth, fields }: Place): void {
  if (depth > DEEPEST) return;
  if (Array.isArray(value)) {
    for (const entry of value) collect(entry, { path, depth: depth + 1, fields });
  } else if (isObject(value)) {
    for (const [key, inner] of Object.entries(value)) {
      collect(inner, { path: below(path, key), depth: depth + 1, fields });
    }
  } else {
    const text = textOf(value);
    if (text !== null) add(fields, path, text);
  }
}

function add(fields: Map<string, string[]>, path: string, text: string): void {
  const texts = fields.get(path);
  if (texts) texts.push(text);
  else fields.set(path, [text]);
}

function below(path: string, key: string): string {
  return WHOLE.includes(key) ? path : [path, textOf(key)].filter(Boolean).join('.');
}

function topOf(path: string): string {
  return path.split('.', 1).join('');
}

function sentenceOf(value: unknown): string | null {
  if (!Array.isArray(value)) return textOf(value);
  return value.some((entry) => typeof entry === 'object' && entry !== null)
    ? null
    : joined(value.map(textOf));
}

function joined(texts: readonly (string | null)[]): string | null {
  return texts.filter((text) => text !== null).join(', ') || null;
}

/** Returns null for HTML and blank text. */
function textOf(value: unknown): string | null {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return null;
  const text = value.trim();
  if (text === '' || /^<[!?/a-z]|<(!doctype|html|head|body)\b/i.test(text)) return null;
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
