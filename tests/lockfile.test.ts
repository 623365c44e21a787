import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      optionalDependencies: z.record(z.string(), z.string()).optional(),
      resolved: z.string().optional(),
    }),
  ),
});

type Packages = z.infer<typeof lockSchema>['packages'];

describe.each(['package-lock.json', 'bench/peers/package-lock.json'])('%s', (path) => {
  const { packages } = lockSchema.parse(JSON.parse(readFileSync(path, 'utf8')));

  test('is read', () => {
    expect(Object.keys(packages).length).toBeGreaterThan(100);
  });

  test('locks every platform of every native tool, or `npm ci` fails on the other platforms', () => {
    expect(missingOptionals(packages)).toEqual([]);
  });

  test('names no download address, so that every registry serves it', () => {
    expect(entriesWithAddress(packages)).toEqual([]);
  });
});

describe('the checks can fail', () => {
  const planted: Packages = {
    'node_modules/tool': { optionalDependencies: { 'tool-linux': '1', 'tool-mac': '1', 'tool-own': '1' } },
    'node_modules/tool/node_modules/tool-own': {},
    'node_modules/tool-linux': { resolved: 'https://registry.example/tool-linux.tgz' },
  };

  test('on a missing platform', () => {
    expect(missingOptionals(planted)).toEqual(['node_modules/tool wants tool-mac']);
  });

  test('on a download address', () => {
    expect(entriesWithAddress(planted)).toEqual(['node_modules/tool-linux']);
  });
});

function missingOptionals(packages: Packages): string[] {
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !placesFor(path, name).some((place) => place in packages))
      .map((name) => `${path} wants ${name}`),
  );
}

/** Where a package at `path` finds `name`: below itself, then below each of its parents, then at the top. */
function placesFor(path: string, name: string): string[] {
  const parents = path
    .split('/node_modules/')
    .map((_, at, all) => all.slice(0, at + 1).join('/node_modules/'));
  return [...parents.map((parent) => `${parent}/node_modules/${name}`), `node_modules/${name}`];
}

function entriesWithAddress(packages: Packages): string[] {
  return Object.entries(packages).flatMap(([path, { resolved }]) =>
    resolved && /^(https?|git)/.test(resolved) ? [path] : [],
  );
}
