import type { GetICUArgs } from '@schummar/icu-type-parser';
import { formatCount, formats } from './formats.ts';

interface Kinds {
  ICUArgument: string | number;
  ICUNumberArgument: number;
}

/** An area's sentences: text where a message has no placeholder, else a function of what it is filled with. */
export type Sentences<Messages> = {
  readonly [Key in keyof Messages]: Messages[Key] extends `${string}{${string}`
    ? (values: GetICUArgs<Messages[Key], Kinds>) => string
    : Messages[Key];
};

/**
 * The sentences of one area of the app, from ICU messages. Each is whole, so that another language may put its words in
 * another order: nothing is put together from pieces outside a message.
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

/** What the placeholders of a message stand for, by name. */
export type MessageArguments = Readonly<Record<string, string | number>>;

/**
 * An ICU message as text: `{name}`, `{count, plural, =0 {…} one {…} other {# …}}` and
 * `{kind, select, a {…} other {…}}`, nested as deep as one likes. It knows no quotes, tags, dates or number styles,
 * and the catalog has none: a formatter of all of ICU is four times what the first download has left.
 * https://unicode-org.github.io/icu/userguide/format_parse/messages/
 * @param count what `#` stands for; without it `#` is a character like others
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

/** A placeholder's text. `placeholder` is what stands between its braces. */
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

/** `one {…} other {…}` by name. */
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
