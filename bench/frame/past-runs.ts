import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Line, Samples } from './line.ts';
import { isTrial } from './rounds-asked.ts';

/** Not in git: samples belong to a machine. */
const FOLDER = 'bench/samples';

/** By budget and name of their line. */
type SamplesByLine = Readonly<Record<string, Samples>>;

/** What a bench had measured when it ran the last time here, and keeps what it has measured now for the next time. */
export async function replaceSamples(
  bench: string,
  lines: readonly Line[],
): Promise<(line: Line) => Samples | undefined> {
  const file = join(FOLDER, `${bench}.json`);
  const before = await samplesIn(file);
  if (!isTrial()) {
    const now = Object.fromEntries(lines.map((line) => [keyOf(line), samplesOf(line)]));
    await mkdir(FOLDER, { recursive: true });
    await writeFile(file, JSON.stringify(now));
  }
  return (line) => before[keyOf(line)];
}

async function samplesIn(file: string): Promise<SamplesByLine> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as SamplesByLine;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {};
    throw error;
  }
}

function samplesOf({ ours, limit, peer }: Line): Samples {
  return { ours, ...(limit && { limit }), ...(peer && { peer }) };
}

function keyOf({ budget, name }: Line): string {
  return `${budget} ${name}`;
}
