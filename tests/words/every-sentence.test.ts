import { expect, test } from 'vitest';
import { findSentences } from '../support/sources/find-sentences.ts';
import { readSources } from '../support/sources/import-graph.ts';
import { MACHINE_TEXT } from './machine-text.ts';

/** All their texts are markup for a spreadsheet. */
const XML_ALONE = ['src/domain/xlsx.ts'];

const outside = [...readSources(['src'])]
  .filter(([file]) => !file.startsWith('src/words/') && !XML_ALONE.includes(file))
  .flatMap(([file, text]) => findSentences(file, text).map((found) => ({ file, ...found })));

test('every sentence that a user can see is in the catalog', () => {
  const said = outside.filter(({ file, text }) => !MACHINE_TEXT.get(file)?.includes(text));
  expect(said.map(({ file, line, text }) => `${file}:${line}: ${text}`)).toEqual([]);
});

test('no exception is unused', () => {
  const unused = [...MACHINE_TEXT].flatMap(([file, texts]) =>
    texts.filter((text) => !outside.some((found) => found.file === file && found.text === text)),
  );
  expect(unused).toEqual([]);
});

test.each([
  ['text between tags', 'export const a = <p>Saved</p>;', 'Saved'],
  ['text around a value', 'export const a = <p>{n} changes</p>;', 'changes'],
  ['an attribute', 'export const a = <Button label="Try again" />;', 'Try again'],
  ['a property', "export const a = { title: 'Customers' };", 'Customers'],
  ['a template', 'export const a = `Delete ${name}`;', 'Delete {}'],
  ['a part of a sentence', "export const a = count + ' waiting';", 'waiting'],
  ['a choice', "export const a = open ? 'needs attention' : null;", 'needs attention'],
])('a sentence is found: %s', (_, source, text) => {
  expect(findSentences('src/app/x.tsx', source).map((found) => found.text)).toEqual([text]);
});

test.each([
  ['an import', "import { a } from './two words.ts';"],
  ['a name for machines', "export const a = 'address_line_1';"],
  ['a key', "export const a = event.key === 'Escape';"],
  ['an error of the code', "throw new Error('a lane has no record');"],
  ['a log entry', "log.warn('sync step failed');"],
  ['a type', "type A = 'Two words';"],
])('text that no user reads is not a sentence: %s', (_, source) => {
  expect(findSentences('src/app/x.tsx', source)).toEqual([]);
});
