import { expect, test } from 'vitest';
import { HELP, readOptions, UsageError } from './options.ts';
import { generate } from './program/generate.ts';
import { isAboutPhotos, photoShare } from './program/photos.ts';
import { cellOf, coverageLines, sumOf } from './states/coverage.ts';
import { share } from './workers.ts';

test('the command explains itself, and names what it does not understand', () => {
  expect(readOptions(['--help'])).toEqual({ do: 'help' });
  expect(HELP).toContain('--minutes');
  expect(() => readOptions(['--minute', '3'])).toThrow(UsageError);
  expect(() => readOptions(['--minutes', 'three'])).toThrow("--minutes takes a number, not 'three'.");
});

test('with a time limit, as many fresh programs run as fit; without one, always the same', () => {
  expect(readOptions(['--minutes', '3'])).toMatchObject({ do: 'fresh', minutes: 3, runs: null, seed: null });
  expect(readOptions([])).toMatchObject({ do: 'fresh', minutes: null, runs: 2000, seed: 1 });
});

test('with --photos, every fresh program takes photos, not one in eight', () => {
  expect(HELP).toContain('--photos');
  for (const args of [['--minutes', '3'], ['--runs', '5'], ['--bugs'], ['--trace', '17'], ['--fresh-gate']]) {
    expect(readOptions(args)).toMatchObject({ photos: false });
    expect(readOptions([...args, '--photos'])).toMatchObject({ photos: true });
  }
  const taken = (photos: boolean) =>
    [1, 2, 3, 7].map((seed) => generate(seed, 80, photos).commands.some((command) => command.do === 'photo'));
  expect(taken(false)).toEqual([false, false, false, true]);
  expect(taken(true)).toEqual([true, true, true, true]);
});

test('with --photos, a run says how many of its commands were about photos', () => {
  for (const seed of [1, 2, 3]) {
    const { commands } = generate(seed, 80, true);
    expect(commands.filter(isAboutPhotos).length).toBeGreaterThan(commands.length * 0.15);
  }
  const said = photoShare([
    { all: 300, photos: 60 },
    { all: 100, photos: 40 },
  ]);
  expect(said).toBe('Commands about photos: 100 of 400 (25 %)');
});

test('runs in pieces repeat no seed', () => {
  const seeds = (seed: number) =>
    share({ seed, runs: 500, commands: 80, untilFailure: false, shrinkMs: 0 }).flatMap((job) =>
      Array.from({ length: job.runs }, (_, n) => job.first + n * job.step),
    );
  const all = [1, 501, 1001, 1501].flatMap(seeds);
  expect(all.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 2000 }, (_, n) => n + 1));
});

test('stored and fresh programs can run separately, each with a report', () => {
  expect(readOptions(['--gate', '--report', 'a'])).toEqual({ do: 'gate', commands: 80, report: 'a' });
  expect(readOptions(['--fresh-gate'])).toMatchObject({
    do: 'freshGate',
    runs: 2000,
    seed: null,
    report: null,
  });
  expect(readOptions(['--fresh-gate', '--seed', '7'])).toMatchObject({ seed: 7 });
});

test('coverage lists the cells that were met, how often, and those never met', () => {
  const create = { kind: 'create', sentWithKey: false, state: 'unknown' } as const;
  const lines = coverageLines(
    sumOf([{ [cellOf(create, 'confirmed')]: 2 }, { [cellOf(create, 'confirmed')]: 3 }]),
  );
  expect(lines[0]).toMatch(/^Table of states: 1 of \d+ possible cells met$/);
  const line = lines.find((one) => one.startsWith('create unknown')) ?? '';
  expect(line).toContain('confirmed 5; never');
  expect(line).toContain('provenAbsent');
  expect(line).not.toContain('checkedOut');
});
