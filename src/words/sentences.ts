import type { GetICUArgs } from '@schummar/icu-type-parser';
import { formatCount, formats } from './formats.ts';

interface Kinds {
  ICUArgument: string | number;
  ICUNumberArgument: number;
}

/** Maps a message without placeholders to a text, and any other to a function of the placeholders' values. */
export type Sentences<Messages> = {
  readonly [Key in keyof Messages]: Messages[Key] extends `${string}{${string}`
    ? (values: GetICUArgs<Messages[Key], Kinds>) => string
    : Messages[Key];
};

/**
 * Creates sentences from ICU messages. Never assemble a sentence from pieces: other languages order words
 * differently.
 */
export function sentences<const Messages extends Readonly<Record<string, string>>>(
  messages: Messages,
): Sentences<Messages> {
  const spoken = Object.entries(messages).map(([key, message]) => [
    key,
    message.includes('{') ? (values: MessageArguments) => formatMessage(message, values) : message,
  ]);
  return Object.fromEntries(spoken) as Sentences<Messages>;
}

/** Values, keyed by placeholder. */
export type MessageArguments = Readonly<Record<string, string | number>>;

/**
 * Formats `{name}`, `{count, plural, =0 {…} one {…} other {# …}}` and `{kind, select, a {…} other {…}}`,
 * nested to any depth. It has no quotes, tags, dates or number styles, because a full ICU formatter does not fit
 * the first download. https://unicode-org.github.io/icu/userguide/format_parse/messages/
 * @param count the value of `#`
 */
export function formatMessage(message: string, values: MessageArguments, count?: number): string {
  let said = '';
  let from = 0;
  for (let open = message.indexOf('{'); open >= 0; open = message.indexOf('{', from)) {
    const close = closingBrace(message, open);
    said += counted(message.slice(from, open), count) + placed(message.slice(open + 1, close), values);
    from = close + 1;
  }
  return said + counted(message.slice(from), count);
}

function counted(text: string, count: number | undefined): string {
  return count === undefined ? text : text.replaceAll('#', formatCount(count));
}

/** @param placeholder the text between the braces */
function placed(placeholder: string, values: MessageArguments): string {
  const [head = '', kind, ...rest] = placeholder.split(',');
  const value = values[head.trim()];
  if (value === undefined) throw new Error(`a message lacks '${head.trim()}'`);
  if (kind === undefined) return String(value);
  const cases = readCases(rest.join(','));
  const other = cases.get('other') ?? '';
  if (kind.trim() === 'select') return formatMessage(cases.get(String(value)) ?? other, values);
  const chosen = cases.get(`=${value}`) ?? cases.get(formats.plurals().select(Number(value))) ?? other;
  return formatMessage(chosen, values, Number(value));
}

/** Reads `one {…} other {…}`. */
function readCases(text: string): Map<string, string> {
  const cases = new Map<string, string>();
  let from = 0;
  for (let open = text.indexOf('{'); open >= 0; open = text.indexOf('{', from)) {
    const close = closingBrace(text, open);
    cases.set(text.slice(from, open).trim(), text.slice(open + 1, close));
    from = close + 1;
  }
  return cases;
}

function closingBrace(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === '{') depth++;
    if (text[at] === '}' && --depth === 0) return at;
  }
  throw new Error(`a brace is not closed in '${text}'`);
}
