import { parseSync } from 'vite';
import { testsInText } from '../support/sources/test-titles.ts';

type Comment = ReturnType<typeof parseSync>['comments'][number];

/** A test with the ids of the sentences that it proves. */
export interface TaggedTest {
  readonly file: string;
  /** The titles of the suites around it, then its own. */
  readonly titles: readonly string[];
  readonly ids: readonly string[];
}

interface Tagged {
  readonly tests: readonly TaggedTest[];
  /** Messages about tags that are wrong. */
  readonly problems: readonly string[];
}

export const TAG = '@spec';
const WHOLE_TAG = /^ @spec((?: D?\d+\.\d+)+)$/;

/**
 * The tests of a file that have a tag: a comment line directly above them with the ids, or several such lines. Every
 * comment that mentions the tag must be one, so that a typing error does not lose it.
 */
export function tagsIn(file: string, text: string): Tagged {
  const { comments } = parseSync(file, text);
  const tests = new Map(testsInText(file, text).map(({ start, titles }) => [start, titles]));
  const ends = new Map(comments.map(({ start, end }) => [start, end]));
  const tagged = new Map<number, TaggedTest>();
  const problems: string[] = [];
  for (const comment of comments.filter(({ value }) => value.includes(TAG))) {
    const problem = problemWith(comment);
    if (problem !== null) problems.push(`${file}:${lineOf(comment.start)}: ${problem}`);
  }
  return { tests: [...tagged.values()], problems };

  function problemWith({ type, value, end }: Comment): string | null {
    const ids = type === 'Line' ? WHOLE_TAG.exec(value)?.[1]?.trim().split(' ') : undefined;
    const written = `'${value.trim()}'`;
    if (ids === undefined) return `${written} is no tag: write '// ${TAG} 2.23 D1.4' in a line of its own`;
    const start = codeAfter(end);
    const titles = tests.get(start);
    if (titles === undefined) {
      return `${written} is above no test: write it directly above a call of test or it that is not skipped`;
    }
    const all = [...(tagged.get(start)?.ids ?? []), ...ids];
    tagged.set(start, { file, titles, ids: all });
    const twice = all.find((id, index) => all.indexOf(id) < index);
    return twice === undefined ? null : `${twice} is there twice`;
  }

  /** Where the code of the next line begins, other comments skipped. A blank line ends the search. */
  function codeAfter(offset: number): number {
    const next = offset + (/^[^\S\n]*\n?[^\S\n]*/.exec(text.slice(offset))?.[0].length ?? 0);
    const end = ends.get(next);
    return end === undefined ? next : codeAfter(end);
  }

  function lineOf(offset: number): number {
    return text.slice(0, offset).split('\n').length;
  }
}
