import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, test } from 'vitest';
import { formatMessage, type MessageArguments } from '../../src/words/sentences.ts';
import { catalogMessages } from '../support/sources/catalog-messages.ts';
import { readSources } from '../support/sources/import-graph.ts';

const MESSAGES = [...readSources(['src/words'])].flatMap(([file, text]) =>
  catalogMessages(file, text).map(([name, message]) => [`${file.slice(10)} ${name}`, message] as const),
);

/** Returns values for a message's placeholders that reach every case of the message. */
function fillings(message: string): MessageArguments[] {
  const names = [...message.matchAll(/\{\s*(\w+)\s*(?:,\s*(plural|select)|\})/g)];
  const chosen = [...message.matchAll(/(\w+)\s*\{/g)].map(([, word]) => word ?? '');
  const values = (kind: string | undefined): readonly (string | number)[] => {
    if (kind === 'plural') return [0, 1, 2, 1200];
    return kind === 'select' ? [...chosen, 'something'] : ['Ana’s roof', 7];
  };
  return [0, 1, 2, 3].flatMap((turn) =>
    chosen.concat('').map((_, index) =>
      Object.fromEntries(
        names.map(([, name = '', kind]) => {
          const candidates = values(kind);
          return [name, candidates[(turn + index) % candidates.length] ?? ''];
        }),
      ),
    ),
  );
}

describe('every message of the catalog', () => {
  test('is found', () => {
    expect(MESSAGES.length).toBeGreaterThan(500);
  });

  test.each(MESSAGES)('is an ICU message that a full formatter formats alike: %s', (_, message) => {
    const book = new IntlMessageFormat(message, 'en-US');
    for (const values of fillings(message)) expect(formatMessage(message, values)).toBe(book.format(values));
  });

  test.each(MESSAGES)('begins and ends without a space: %s', (_, message) => {
    expect(message).toBe(message.trim());
  });
});

describe('a message', () => {
  test.each([
    ['{count, plural, one {# change} other {# changes}} waiting', { count: 1 }, '1 change waiting'],
    ['{count, plural, one {# change} other {# changes}} waiting', { count: 1200 }, '1,200 changes waiting'],
    ['{count, plural, =0 {None} other {#}}', { count: 0 }, 'None'],
    [
      '{count, plural, other {{name} has # of {kind, select, a {type A} other {B}}}}',
      { count: 3, name: 'Ana', kind: 'a' },
      'Ana has 3 of type A',
    ],
    ['{kind, select, customer {Ana} other {It}}', { kind: 'none' }, 'It'],
    ["{name} can’t, won't: #1", { name: '{count}' }, "{count} can’t, won't: #1"],
  ])('%s', (message, values, said) => {
    expect(formatMessage(message, values)).toBe(said);
    expect(new IntlMessageFormat(message, 'en-US').format(values)).toBe(said);
  });

  test('names a missing value', () => {
    expect(() => formatMessage('{name} is here', {})).toThrow("a message lacks 'name'");
  });

  test('with an open brace is refused', () => {
    expect(() => formatMessage('{name', { name: 'Ana' })).toThrow('a brace is not closed');
  });
});
