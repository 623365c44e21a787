import { describe, expect, it } from 'vitest';
import { importsOf, readSources } from '../support/sources/import-graph.ts';

/** The rooms of the server. Each may import those before it, and none behind it. */
const ROOMS = [
  'config',
  'http',
  'db',
  'repositories',
  'files',
  'events',
  'auth',
  'resources',
  'process',
  'metrics',
  'plugins',
  'routes',
  'backup',
  'seed',
  'admin',
];
/** The files beside the rooms, which put them together. */
const ENTRIES = ['app.ts', 'main.ts', 'admin.ts'];

const sources = readSources(['server']);
const places = [...new Set([...sources.keys()].map(placeOf))];

describe('the rooms of the server', () => {
  it('are these', () => {
    expect(places.toSorted()).toEqual([...ROOMS, ...ENTRIES].toSorted());
  });

  it('import only rooms below their own', () => {
    expect(upward(sources)).toEqual([]);
  });

  it('are seen when one imports a room above its own', () => {
    const text = "import type { UsageError } from '../process/run-program.ts';";
    expect(upward(new Map([['server/db/x.ts', text]]))).toEqual([
      'server/db/x.ts imports server/process/run-program.ts',
    ]);
  });
});

function placeOf(file: string): string {
  return file.split('/')[1] ?? '';
}

function upward(files: ReadonlyMap<string, string>): string[] {
  return [...files]
    .filter(([file]) => ROOMS.includes(placeOf(file)))
    .flatMap(([file, text]) => importsOf(file, text))
    .filter(({ to }) => to.startsWith('server/'))
    .filter(({ from, to }) => !ROOMS.slice(0, ROOMS.indexOf(placeOf(from)) + 1).includes(placeOf(to)))
    .map(({ from, to }) => `${from} imports ${to}`);
}
