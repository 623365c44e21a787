import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';

const PAGE = 'docs/performance.md';
const [BEGIN, END] = ['<!-- figures -->', '<!-- /figures -->'];
/** The table is written only after at least this many rounds. */
const ENOUGH_ROUNDS = 5;

/** Returns the number of rounds: five, or `BENCH_ROUNDS`. */
export function rounds(): number {
  const asked = Number(process.env['BENCH_ROUNDS']);
  return asked > 0 ? asked : ENOUGH_ROUNDS;
}

/** True if there are too few rounds for the table to be written. */
export function isTrial(): boolean {
  return rounds() < ENOUGH_ROUNDS;
}

/** Replaces the text between the marks of docs/performance.md. */
export async function writeFigures(text: string): Promise<void> {
  const page = await readFile(PAGE, 'utf8');
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`${PAGE} lacks ${BEGIN} or ${END}`);
  await writeFile(PAGE, `${before}${BEGIN}\n\n${text}\n\n${END}${after}`);
}

export function circumstances(browser: string, now: Date): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  return `Measured on ${now.toISOString().slice(0, 10)} on ${cpus().length} shared cores (${cpu?.model.trim()}) with ${memory} GiB${browser && `, in ${browser}`}.`;
}
