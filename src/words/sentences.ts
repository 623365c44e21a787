import type { GetICUArgs } from '@schummar/icu-type-parser';
import { formatMessage, type MessageArguments } from './format-message.ts';

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
