import { execFileSync } from 'node:child_process';
import { mustBeBuilt } from '../frame/install.ts';
import type { Line, Measured } from '../frame/line.ts';

// P2, the sizes that the size gate counts: `npm run bench -- size`.

export async function run(): Promise<Measured> {
  mustBeBuilt();
  const told = execFileSync('npm', ['run', '--silent', 'size'], { encoding: 'utf8' });
  const kibOf = (what: string): number => Number(new RegExp(`([\\d.]+) KiB +${what}`).exec(told)?.[1]);
  const lines: readonly Line[] = [
    {
      goal: 'P2',
      name: 'JavaScript and CSS before the first row, gzip',
      unit: 'KiB',
      ours: [kibOf('before the first list row')],
      atMost: 235,
    },
    {
      goal: 'P2',
      name: 'whole precache, gzip',
      unit: 'KiB',
      ours: [kibOf('kept by the service worker')],
      atMost: 1300,
    },
  ];
  return { browser: '', lines };
}
