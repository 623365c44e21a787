import { existsSync } from 'node:fs';
import { isCalled, SEPARATOR, testsIn } from './test-titles.ts';

/** One promise of docs/specification.md. */
export interface SpecificationRow {
  readonly id: string;
  /** What its heading begins with: '2' or 'D1'. */
  readonly section: string;
  /** Ids of the decisions that it yields to. */
  readonly decisions: readonly string[];
  /** 'tests/file.test.ts › title › title'; what is no such thing stands as it does in the cell. */
  readonly proofs: readonly string[];
}

const NOTHING = '-';

/** The rows of every table below a numbered heading. */
export function rowsIn(text: string): SpecificationRow[] {
  const rows: SpecificationRow[] = [];
  let section = '';
  let columns: readonly string[] = [];
  for (const line of text.split('\n')) {
    section =
      /^## (D?\d+)\. /.exec(line)?.[1] ?? (line.startsWith('#') && !line.startsWith('###') ? '' : section);
    if (!line.startsWith('|')) columns = [];
    if (!line.startsWith('|') || /^[\s|-]*$/.test(line)) continue;
    const cells = line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim());
    if (columns.length === 0) columns = cells;
    else rows.push(rowOf(section, columns, cells));
  }
  return rows;
}

function rowOf(section: string, columns: readonly string[], cells: readonly string[]): SpecificationRow {
  const whole = cells.length === columns.length;
  const cell = (name: string): string => cells[columns.indexOf(name)] ?? NOTHING;
  const parts = (text: string, by: string): string[] =>
    text
      .split(by)
      .map((part) => part.trim().replaceAll(/^`|`$/g, ''))
      .filter((part) => part !== NOTHING && part !== '');
  return {
    id: cell('Id'),
    section,
    decisions: whole ? parts(cell('Decision'), ',') : [],
    proofs: whole ? parts(cell('Proof'), '<br>') : [],
  };
}

/** Ids that are not the next one of their section, from 1 on. */
export function misnumbered(rows: readonly SpecificationRow[]): string[] {
  const counts = new Map<string, number>();
  return rows
    .filter(({ id, section }) => {
      const count = (counts.get(section) ?? 0) + 1;
      counts.set(section, count);
      return section === '' || id !== `${section}.${count}`;
    })
    .map(({ id }) => id);
}

/** Rows that nothing proves: neither a test nor a decision, or a decision without a test. */
export function unproved(rows: readonly SpecificationRow[]): string[] {
  return rows
    .filter(
      ({ section, proofs, decisions }) =>
        proofs.length === 0 && (section.startsWith('D') || decisions.length === 0),
    )
    .map(({ id }) => id);
}

/** Decisions that are named and do not exist. */
export function unknownDecisions(rows: readonly SpecificationRow[]): string[] {
  const known = new Set(rows.map(({ id }) => id).filter((id) => id.startsWith('D')));
  return rows.flatMap(({ id, decisions }) =>
    decisions.filter((decision) => !known.has(decision)).map((decision) => `${id}: ${decision}`),
  );
}

/** What a look for tests needs: null where there is no such file. */
export type TestsOf = (file: string) => ReturnType<typeof testsIn> | null;

/** The tests of the files on disk, each read once. */
export function testsOnDisk(): TestsOf {
  const seen = new Map<string, ReturnType<typeof testsIn> | null>();
  return (file) => {
    const known = seen.get(file);
    if (known !== undefined) return known;
    const runs = /^tests\/.+\.(test|spec)\.tsx?$/.test(file) && existsSync(file);
    const tests = runs ? testsIn(file) : null;
    seen.set(file, tests);
    return tests;
  };
}

/** Proofs whose file is not there, or has no such test. */
export function brokenProofs(rows: readonly SpecificationRow[], testsOf: TestsOf): string[] {
  return rows.flatMap(({ id, proofs }) =>
    proofs.filter((proof) => !holds(proof, testsOf)).map((proof) => `${id}: ${proof}`),
  );
}

function holds(proof: string, testsOf: TestsOf): boolean {
  const [file = '', ...titles] = proof.split(SEPARATOR);
  const name = titles.join(SEPARATOR);
  return name !== '' && (testsOf(file)?.some((test) => isCalled(test, name)) ?? false);
}
