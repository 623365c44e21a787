import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { findPostgres } from './scripts/find-postgres.mjs';
import { JSPDF, leanJsPdf } from './scripts/vite/lean-jspdf.ts';
import { SHORT_LIVED } from './tests/support/test/short-lived.ts';

/** No test may fail because a machine is busy. Tests that wait for something use the device's time. */
const PATIENCE = { testTimeout: 180_000, hookTimeout: 180_000 };

/** Tests of the built app in browsers, by Playwright or with their own configuration. */
const BROWSER_TESTS = ['tests/e2e/**', 'tests/browsers/**'];
const SERVER_TESTS = 'tests/server/**/*.test.ts';

/**
 * Most server tests run on PGlite and again on PostgreSQL. These run once, because the database makes no difference:
 * they test HTTP, limits and logs; parsing and checking; settings and files; the embedded database itself; or clients
 * whose SQL other tests run on both.
 */
const ONCE = [
  'admin-command',
  'answers-under-way',
  'app',
  'backup',
  'backup-files',
  'body-limits',
  'compression',
  'config',
  'conformance',
  'connections',
  'containers',
  'cors',
  'customers-input',
  'data-folder',
  'database-thread',
  'drain',
  'drf-answers',
  'engine',
  'environment',
  'event-stream',
  'every-route',
  'fair-queue',
  'file-storage',
  'folder-lock',
  'health',
  'hostile-requests',
  'metrics',
  'overload',
  'pglite-pool',
  'process',
  'rate-limit',
  'request-log',
  'rooms',
  'schemas',
  'static-app',
  'tls',
  'trust-proxy',
  'unreachable-postgres',
];
/** These need several connections, or a server across the network. */
const POSTGRES_ONLY = [
  'application-role',
  'compose-database',
  'move-to-postgres',
  'postgres',
  'postgres-listener',
  'without-notify',
];
/** These start or kill processes, or take long: for `npm run test:all`. */
const SLOW = [
  'answers-under-way',
  'backup',
  'backup-files',
  'containers',
  'data-folder',
  'database-thread',
  'drain',
  'engine',
  'environment',
  'folder-lock',
  'full-disk',
  'kills',
  'process',
];
const filesOf = (names: readonly string[]) => names.map((name) => `tests/server/${name}.test.ts`);
const SERVER = {
  environment: 'node',
  include: [SERVER_TESTS],
  execArgv: SHORT_LIVED,
  isolate: false,
  ...PATIENCE,
};

/** Pure modules. PURE_TESTS cover every branch of them. */
const PURE = [
  'src/domain/*.ts',
  'src/domain/drying/*.ts',
  'src/domain/find/*.ts',
  'src/domain/papers/*.ts',
  'src/domain/schedule/*.ts',
  'src/outbox/**/*.ts',
  'src/db/lost-entries.ts',
  'src/files/{byte-reader,heic-header,photo-notice,photo-room,picture-header,picture-size}.ts',
  'src/records/refusal-groups.ts',
  'src/ui/charts/axis-ticks.ts',
  ...[
    'engine/pause-reasons',
    'engine/plan-work',
    'poll',
    'pull/absence',
    'pull/judge-row',
    'pull/plan-pull',
    'pull/pull-policy',
    'push/classify-answer',
  ].map((name) => `src/sync/${name}.ts`),
];

/** Reads bytes and cells by index, with branches for indexes beyond the end that no test can reach. */
const IMPORT = 'src/domain/import/*.ts';
const WHOLE = { branches: 100, functions: 100, lines: 100, statements: 100 };

/** A separate project, because measuring coverage in all tests takes half as long again. */
const PURE_TESTS = [
  'tests/domain/**/*.test.ts',
  'tests/outbox/**/*.test.ts',
  'tests/db/lost-entries.test.ts',
  'tests/files/**/*.test.ts',
  'tests/records/refusal-groups.test.ts',
  'tests/ui/axis-ticks.test.ts',
  'tests/features/**/*.test.ts',
  ...[
    'absence',
    'classify-answer',
    'if-match',
    'judge-row',
    'lanes',
    'made-again',
    'pause-reasons',
    'plan',
    'plan-pull',
    'plan-push',
    'poll',
    'pull-policy',
    'pull-requests',
    'recomputed-totals',
    'refused-creates',
    'server-copy',
    'unknown-creates',
  ].map((name) => `tests/sync/${name}.test.ts`),
];

const UNIT = {
  environment: 'node',
  setupFiles: ['tests/support/test/own-state.ts'],
  // Loading the app anew for each file took half as long as the tests.
  isolate: false,
  ...PATIENCE,
};

export default defineConfig({
  test: {
    // One more than the cores of the smallest machine, because server tests wait a lot.
    maxWorkers: 3,
    coverage: {
      provider: 'v8',
      include: [...PURE, IMPORT],
      reporter: [['text', { skipFull: true }]],
      thresholds: {
        ...Object.fromEntries(PURE.map((files) => [files, WHOLE])),
        [IMPORT]: { ...WHOLE, branches: 95 },
      },
    },
    projects: [
      { test: { ...UNIT, name: 'pure', include: PURE_TESTS } },
      {
        plugins: [leanJsPdf()],
        resolve: { alias: [JSPDF] },
        test: {
          ...UNIT,
          name: 'unit',
          // As in the app, without the parts of jsPDF that are left out.
          server: { deps: { inline: [/jspdf/] } },
          include: ['tests/**/*.test.ts'],
          exclude: [SERVER_TESTS, ...BROWSER_TESTS, ...PURE_TESTS],
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'component',
          environment: 'happy-dom',
          include: ['tests/**/*.test.tsx'],
          exclude: BROWSER_TESTS,
          setupFiles: ['fake-indexeddb/auto', 'tests/support/test/component-setup.ts'],
          isolate: false,
          ...PATIENCE,
        },
      },
      {
        test: {
          ...SERVER,
          name: 'server',
          exclude: filesOf([...SLOW, ...POSTGRES_ONLY]),
          globalSetup: 'tests/support/server/bundled-server.ts',
        },
      },
      {
        test: {
          ...SERVER,
          name: 'server-slow',
          include: filesOf(SLOW),
          globalSetup: 'tests/support/server/bundled-server.ts',
        },
      },
      // Without PostgreSQL this project does not exist; scripts/test.mjs says so.
      ...(findPostgres() === undefined
        ? []
        : [
            {
              test: {
                ...SERVER,
                name: 'server-postgres',
                exclude: filesOf(ONCE),
                globalSetup: [
                  'tests/support/server/postgres-for-all.ts',
                  'tests/support/server/bundled-server.ts',
                ],
              },
            },
          ]),
    ],
  },
});
