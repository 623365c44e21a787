import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findCycles } from './support/sources/import-cycles.ts';
import { importsOf, readSources } from './support/sources/import-graph.ts';
import { longestChain } from './support/sources/longest-chain.ts';
import { roomViolations } from './support/sources/room-rules.ts';

describe('the import graph', () => {
  const sources = readSources(['src', 'server', 'conformance']);
  const edges = [...sources].flatMap(([file, text]) => importsOf(file, text));

  test.each(['src', 'server', 'conformance'])('is read: %s', (folder) => {
    expect([...sources.keys()].filter((file) => file.startsWith(`${folder}/`)).length).toBeGreaterThan(0);
  });

  test('has edges', () => {
    expect(edges.length).toBeGreaterThan(0);
  });

  test('keeps to the rooms', () => {
    expect(roomViolations(edges)).toEqual([]);
  });

  test('lets one module write records, changes, the journal, the history and alerts', () => {
    const writers = ['second-rows', 'past-changes'].map((name) => `src/db/${name}.ts`);
    const users = edges
      .filter(({ to, kind }) => kind !== 'type' && writers.includes(to))
      .map(({ from }) => from);
    expect([...new Set(users)]).toEqual(['src/db/lane-store.ts']);
    const table = String.raw`(?:mirrorTable\([^)]*\)|outboxTable\([^)]*\)|\.(?:outbox|journal|history|watches))`;
    const writes = new RegExp(
      String.raw`${table}\s*\.(?:put|add|delete|update|clear|bulk(?:Put|Add|Delete|Update))\(`,
    );
    const others = [...sources].filter(([file, text]) => file.startsWith('src/') && writes.test(text));
    // The upgrade of a database runs before there are other writers.
    expect(others.map(([file]) => file)).toEqual(['src/db/app-database.ts', 'src/db/lane-store.ts']);
  });

  test('hears of writes by the bus, and of what small readings show by live queries in one place', () => {
    const hear = /storagemutated|liveQuery|useLiveQuery|BroadcastChannel\(/;
    const files = [...sources].filter(([file, text]) => file.startsWith('src/') && hear.test(text));
    expect(files.map(([file]) => file)).toEqual(['src/app/device/device.ts', 'src/records/live-read.ts']);
  });

  test('has no cycle', () => {
    expect(findCycles(edges)).toEqual([]);
  });

  test('goes no deeper than six files in the engine, types included', () => {
    expect(longestChain(edges, 'src/sync').length).toBeLessThanOrEqual(6);
  });
});

/**
 * How many names each room shows the others: what a reader of another room has to know of it. Deepen a room and lower its
 * bound; a new name that raises one needs a reason.
 */
const PUBLIC_NAMES: Readonly<Record<string, number>> = {
  api: 46,
  app: 4,
  auth: 15,
  crud: 116,
  db: 120,
  domain: 633,
  features: 6,
  files: 10,
  outbox: 71,
  records: 200,
  sync: 1,
  ui: 142,
  words: 221,
};

test('shows no more names to other rooms than before', () => {
  const sources = readSources(['src']);
  const counts: Record<string, number> = {};
  for (const { room } of publicNames(sources)) counts[room] = (counts[room] ?? 0) + 1;
  const above = Object.entries(counts).filter(([room, count]) => count > (PUBLIC_NAMES[room] ?? 0));
  expect(Object.fromEntries(above)).toEqual({});
});

/** Returns each name that a file of one room imports from another, once. */
function publicNames(
  sources: ReadonlyMap<string, string>,
): { readonly room: string; readonly name: string }[] {
  const names = new Map<string, { readonly room: string; readonly name: string }>();
  for (const [file, text] of sources) {
    for (const [, list = '', path = ''] of text.matchAll(
      /^import (?:type )?\{([^}]*)\} from '(\.[^']*)';/gm,
    )) {
      const target = join(dirname(file), path);
      const room = roomOf(target);
      if (room === null || room === roomOf(file)) continue;
      for (const item of list.split(',')) {
        const [, name] = /^\s*(?:type )?(\w+)/.exec(item) ?? [];
        if (name) names.set(`${room} ${name}`, { room, name });
      }
    }
  }
  return [...names.values()];
}

/** Null for a file of the root, as `main.tsx`. */
function roomOf(file: string): string | null {
  return /^src\/(\w+)\/.*\.tsx?$/.exec(file)?.[1] ?? null;
}

describe('imports are found in every form', () => {
  const text = `
    // import './in-a-comment.ts';
    import plain, { type Inline } from './plain.ts';
    import './effect.css';
    import type { Alone } from './type-only.ts';
    export * from './re-export.ts';
    export type { Again } from './re-type.ts';
    type Far = import('./far.ts').Far;
    const lazy = () => import('../features/lazy.tsx');
    const worker = new Worker(new URL('./worker.ts', import.meta.url));
    const scoped = await import('@mantine/core/styles.css?inline');
    const words = "import './in-a-string.ts'";
    const markup = <p>Don't import './in-markup.ts'</p>;
    export const own = 1;
  `;

  test.each([
    ['src/app/plain.ts', 'static', false],
    ['src/app/effect.css', 'static', false],
    ['src/app/type-only.ts', 'type', false],
    ['src/app/re-export.ts', 'static', false],
    ['src/app/re-type.ts', 'type', false],
    ['src/app/far.ts', 'type', false],
    ['src/features/lazy.tsx', 'dynamic', false],
    ['src/app/worker.ts', 'dynamic', false],
    ['@mantine/core', 'dynamic', true],
  ] as const)('%s (%s)', (to, kind, external) => {
    expect(importsOf('src/app/x.tsx', text)).toContainEqual({ from: 'src/app/x.tsx', to, kind, external });
  });

  test('and nowhere else', () => {
    expect(importsOf('src/app/x.tsx', text)).toHaveLength(9);
  });
});

describe('the checks can fail', () => {
  test('when a chain of imports is long, or goes round', () => {
    const chain = [
      importsOf('src/sync/a.ts', "import './engine/b.ts';"),
      importsOf('src/sync/engine/b.ts', "import '../../db/x.ts'; import type { C } from '../c.ts';"),
      importsOf('src/db/x.ts', "import './y.ts'; import '../sync/d.ts';"),
    ].flat();
    const files = ['src/sync/a.ts', 'src/sync/engine/b.ts', 'src/sync/c.ts'];
    expect(longestChain(chain, 'src/sync')).toEqual(files);
    const round = importsOf('src/sync/c.ts', "import type { A } from './a.ts';");
    expect(() => longestChain([...chain, ...round], 'src/sync')).toThrow('A cycle');
  });

  test.each([
    ['domain takes React', 'src/domain/money.ts', 'react'],
    ['domain takes Node', 'src/domain/money.ts', 'node:crypto'],
    ['domain takes a database type', 'src/domain/money.ts', '../db/mirror-and-outbox.ts'],
    ['ui takes records', 'src/ui/chip.tsx', '../records/queries.ts'],
    ['ui takes the virtual list', 'src/ui/chip.tsx', '@tanstack/react-virtual'],
    ['files takes the database', 'src/files/photo-preparer.ts', '../db/mirror-and-outbox.ts'],
    ['db takes React', 'src/db/mirror-and-outbox.ts', 'dexie-react-hooks'],
    ['api takes storage', 'src/api/http-client.ts', '../db/meta-rows.ts'],
    ['auth takes more of db than accounts', 'src/auth/session.ts', '../db/mirror-and-outbox.ts'],
    ['auth takes React outside use-session', 'src/auth/session.ts', 'react'],
    ['sync takes React', 'src/sync/push/push.ts', 'react'],
    ['sync takes records', 'src/sync/push/push.ts', '../../records/commands.ts'],
    ['records takes sync', 'src/records/commands.ts', '../sync/push/push.ts'],
    ['records takes HTTP', 'src/records/commands.ts', 'axios'],
    ['crud takes a feature', 'src/crud/list.tsx', '../features/customers/view.tsx'],
    ['a feature takes its sibling', 'src/features/customers/view.tsx', '../projects/view.tsx'],
    [
      'a feature takes more of auth than use-session',
      'src/features/login/login.tsx',
      '../../auth/session.ts',
    ],
    ['a feature takes the database', 'src/features/login/login.tsx', '../../db/mirror-and-outbox.ts'],
    ['app takes Node', 'src/app/device/log.ts', 'node:fs'],
    ['app takes the server', 'src/app/device/log.ts', '../../../server/app.ts'],
    ['main takes a feature', 'src/main.tsx', './features/login/login.tsx'],
    ['the service worker takes the app', 'src/sw.ts', './app/device/log.ts'],
    ['the server takes the app', 'server/app.ts', '../src/api/http-client.ts'],
    ['the server takes a development package', 'server/app.ts', 'react'],
    ['the conformance command takes the engine', 'conformance/checks/x.ts', '../../src/sync/push/push.ts'],
    ['the conformance command takes the app’s client', 'conformance/client.ts', '../src/api/http-client.ts'],
    ['the conformance command takes the server', 'conformance/client.ts', '../server/app.ts'],
    ['a new room has no rule', 'src/helpers/x.ts', 'zod'],
  ])('when %s', (_, file, target) => {
    expect(violations({ [file]: `import type { X } from '${target}';` })).toHaveLength(1);
    expect(violations({ [file]: `export const x = () => import('${target}');` })).toHaveLength(1);
  });

  test('when an import is computed', () => {
    expect(violations({ 'src/app/x.ts': 'export const x = (name: string) => import(name);' })).toHaveLength(
      1,
    );
  });

  test.each([
    ['src/auth/use-session.ts', 'react'],
    ['src/auth/session.ts', '../db/accounts.ts'],
    ['src/features/login/login.tsx', '../../auth/use-session.ts'],
    ['src/features/login/login.tsx', './login-form.tsx'],
    ['src/features/login/login.tsx', '@mantine/core'],
    ['src/app/boot/router.tsx', '../features/login/login.tsx'],
    ['server/app.ts', '../src/domain/money.ts'],
    ['server/app.ts', 'node:fs/promises'],
    ['server/app.ts', 'fastify'],
  ])('and %s may import %s', (file, target) => {
    expect(violations({ [file]: `import { x } from '${target}';` })).toEqual([]);
  });

  test('when files import each other in a ring, lazily too, but not for types alone', () => {
    const ring = (last: string) =>
      findCycles([
        ...importsOf('src/db/a.ts', "import './b.ts';"),
        ...importsOf('src/db/b.ts', "export const c = () => import('./c.ts');"),
        ...importsOf('src/db/c.ts', last),
        ...importsOf('src/db/outside.ts', "import './a.ts';"),
      ]);
    expect(ring("export * from './a.ts';")).toEqual([['src/db/a.ts', 'src/db/b.ts', 'src/db/c.ts']]);
    expect(ring("import './c.ts';")).toEqual([['src/db/c.ts']]);
    expect(ring("import type { A } from './a.ts';")).toEqual([]);
  });
});

function violations(files: Readonly<Record<string, string>>): string[] {
  return roomViolations(Object.entries(files).flatMap(([file, text]) => importsOf(file, text)));
}
