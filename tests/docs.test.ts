import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { MUTATION_STATES } from '../src/outbox/mutation.ts';
import { SYNC_EVENTS, transition } from '../src/outbox/sync-state.ts';
import { ABILITIES, MISSING_TOGETHER } from './e2e/support/abilities.ts';
import { blocksIn, brokenLinks, pathsIn } from './support/sources/markdown.ts';

const read = (file: string): string => readFileSync(file, 'utf8');
const inFolder = (folder: string, ending: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`);

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  ...inFolder('docs', '.md'),
  ...inFolder('docs/decisions', '.md'),
];

describe('the pages', () => {
  it.each(PAGES)('have no link that leads nowhere: %s', (page) => {
    expect(brokenLinks(page, read(page))).toEqual([]);
  });

  it('name paths', () => {
    expect(PAGES.flatMap((page) => pathsIn(read(page))).length).toBeGreaterThan(100);
  });

  it.each(PAGES)('name no path that is not there: %s', (page) => {
    expect(pathsIn(read(page)).filter((path) => !existsSync(path))).toEqual([]);
  });
});

it('docs/sync.md names no file without its folder that is not in src', () => {
  const inSrc = readdirSync('src', { recursive: true, encoding: 'utf8' }).map((path) => `/${path}`);
  const prose = read('docs/sync.md').replaceAll(/^```[\s\S]*?^```$/gm, '');
  const named = [...prose.matchAll(/`((?:[\w-]+\/)*[\w-]+\.tsx?)`/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(30);
  const gone = named.filter((name) => !existsSync(name) && !inSrc.some((path) => path.endsWith(`/${name}`)));
  expect([...new Set(gone)]).toEqual([]);
});

describe('the rules that docs/sync.md cites', () => {
  const text = read('docs/sync.md');
  const cited = new Set([...text.matchAll(/\[([A-Z]\d+)\](?![:(])/g)].map(([, id = '']) => id));

  it('are rules of SPEC.md', () => {
    const rules = new Set(
      [...read('src/sync/SPEC.md').matchAll(/^- \*\*([A-Z]\d+)\*\*/gm)].map(([, id]) => id),
    );
    expect(cited.size).toBeGreaterThan(40);
    expect([...cited].filter((id) => !rules.has(id))).toEqual([]);
  });

  it('lead to their section of it', () => {
    const defined = [...text.matchAll(/^\[([A-Z]\d+)\]: \S+#([a-z])--\S+$/gm)];
    expect(new Set(defined.map(([, id = '']) => id))).toEqual(cited);
    expect(defined.filter(([, id = '', section]) => id.charAt(0).toLowerCase() !== section)).toEqual([]);
  });
});

const WHO = {
  'plain create': ['create', false],
  'keyed create': ['create', true],
  update: ['update', false],
  delete: ['delete', false],
} as const;

/** 'sending > unknown: orphaned, plain create', for every cell of the table. */
function movesInTable(): string[] {
  return Object.entries(WHO).flatMap(([who, [kind, sentWithKey]]) =>
    MUTATION_STATES.flatMap((state) =>
      SYNC_EVENTS.flatMap((event) => {
        const next = transition({ kind, sentWithKey, state }, event);
        if (next === 'impossible') return [];
        return [`${state} > ${typeof next === 'string' ? next : next.to}: ${event}, ${who}`];
      }),
    ),
  );
}

/** The same of the diagram: an arrow without kinds in brackets is one of all four. */
function movesInDiagram(diagram: string): string[] {
  const arrows = [...diagram.matchAll(/^ *(\w+) --> (\w+): ([\w, ]+?)(?: \(([\w, ]+)\))?$/gm)];
  return arrows.flatMap(([, from, to, events = '', kinds]) =>
    events
      .split(', ')
      .flatMap((event) =>
        (kinds?.split(', ') ?? Object.keys(WHO)).map((who) => `${from} > ${to}: ${event}, ${who}`),
      ),
  );
}

it('the diagram of a change in docs/sync.md is the table of sync-state.ts', () => {
  const [diagram] = blocksIn(read('docs/sync.md')).filter(({ language }) => language === 'mermaid');
  expect(movesInDiagram(diagram?.text ?? '').sort()).toEqual(movesInTable().sort());
});

describe('the abilities in docs/browsers.md', () => {
  const [, section = ''] = read('docs/browsers.md').split('\n## Abilities\n');
  const [table = ''] = section.split('\n## ');
  const names = [...table.matchAll(/^\| (?!Ability|---)([^|]+) \|/gm)].map(([, name = '']) =>
    name.replaceAll('`', ''),
  );

  it('are those that are taken away in tests, and no others', () => {
    expect(names).toEqual(Object.keys(ABILITIES));
  });

  it('are each missing while the main job is done, where a page can be without them', () => {
    const missing = new Set(Object.values(MISSING_TOGETHER).flat());
    const takenFromPages = Object.entries(ABILITIES).filter(([, absence]) => Object.keys(absence).length > 0);
    expect([...missing].sort()).toEqual(takenFromPages.map(([name]) => name).sort());
  });
});

describe('the examples in docs/testing-sync.md', () => {
  const page = read('docs/testing-sync.md');
  const examples = blocksIn(page).filter(({ language }) => language === 'ts');

  it('are all the tests in tests/examples, by their paths', () => {
    const named = pathsIn(page).filter((path) => path.startsWith('tests/examples/'));
    expect(named.sort()).toEqual(inFolder('tests/examples', '.test.ts').sort());
  });

  it.each(examples)('are printed as they run: $info', ({ info, text }) => {
    expect(text).toBe(read(info));
  });

  it('have one in print', () => {
    expect(examples).toHaveLength(1);
  });
});

describe('the twelve files to read first in CONTRIBUTING.md', () => {
  const files = [...read('CONTRIBUTING.md').matchAll(/^\d+\. `([^`]+)`/gm)].map(([, path = '']) => path);

  it('are there', () => {
    expect(files).toHaveLength(12);
    expect(files.filter((path) => !existsSync(path))).toEqual([]);
  });
});

describe('the check of links can fail', () => {
  it.each([
    ['a file that is not there', '[x](gone.md)'],
    ['a heading that is not there', '[x](#gone)'],
    ['a heading of another page that is not there', '[x](../README.md#gone)'],
    ['a definition', '[x]\n\n[x]: gone.md'],
    ['a picture', '<img src="gone.png">'],
  ])('for %s', (_, text) => {
    expect(brokenLinks('docs/page.md', text)).toHaveLength(1);
  });

  it.each([
    ['a file', '[x](sync.md)'],
    ['a folder', '[x](decisions)'],
    ['a heading', '# One · two\n\n[x](#one--two)'],
    ['a heading of another page', '[x](../README.md#run-it)'],
    ['another site', '[x](https://example.com/gone)'],
    ['what is code', '`[x](gone.md)`\n\n```md\n[x](gone.md)\n```'],
  ])('and does not for %s', (_, text) => {
    expect(brokenLinks('docs/page.md', text)).toEqual([]);
  });
});
