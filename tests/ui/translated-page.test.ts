import { expect, test } from 'vitest';
import { bareTexts } from '../support/sources/bare-texts.ts';
import { readSources } from '../support/sources/import-graph.ts';

/** Papers are rendered only for the printer, and nothing on the landing page changes. */
const STILL = /-paper(?:-table)?\.tsx$|\/paper\/|features\/landing\//;

test('each text that changes is the only child of its element, so that a translated page shows it', () => {
  const sources = [...readSources(['src'])].filter(([file]) => file.endsWith('.tsx') && !STILL.test(file));
  expect(sources.length).toBeGreaterThan(100);
  expect(sources.flatMap(([file, code]) => bareTexts(file, code))).toEqual([]);
});

const found = (jsx: string): string[] => bareTexts('x.tsx', `function Part() { return ${jsx}; }`);

test.each([
  '<p>{count} <b>x</b></p>',
  '<p><Icon /> {words[mark]}</p>',
  '<p>{busy && <Loader />}{saveWords.save}</p>',
  '<p>{busy && <Loader />} Save</p>',
  '<>{a.b()}{children}</>',
  'isNew ? <b>x</b> : name',
  '`${a}`',
])('the check finds %s', (jsx) => {
  expect(found(jsx)).toHaveLength(1);
});

test.each([
  '<p>{count}</p>',
  '<p><Icon /> {saveWords.save}</p>',
  '<p><Icon /> <span>{words[mark]}</span></p>',
  '<p>{linked ? <Link to="/">{name}</Link> : name}</p>',
  '<p>{busy && <Loader />}{rows.map((row) => <i key={row}>{row}</i>)}{children}</p>',
])('the check accepts %s', (jsx) => {
  expect(found(jsx)).toEqual([]);
});
