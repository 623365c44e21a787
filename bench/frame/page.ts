import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';

const PAGE = 'docs/performance.md';
const [BEGIN, END] = ['<!-- figures -->', '<!-- /figures -->'];
/** Medians of fewer rounds say little. */
const ENOUGH_ROUNDS = 5;

/** Returns how many rounds a bench measures: five, unless `BENCH_ROUNDS` asks for a shorter or longer run. */
export function rounds(): number {
  const asked = Number(process.env['BENCH_ROUNDS']);
  return asked > 0 ? asked : ENOUGH_ROUNDS;
}

/** Tells a run with too few rounds to be written down. */
export function isTrial(): boolean {
  return rounds() < ENOUGH_ROUNDS;
}

/** Puts the text between the marks of docs/performance.md. */
export async function writeFigures(text: string): Promise<void> {
  const page = await readFile(PAGE, 'utf8');
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`${PAGE} lacks ${BEGIN} or ${END}`);
  await writeFile(PAGE, `${before}${BEGIN}\n\n${text}\n\n${END}${after}`);
}

/** Says when and on what it was measured; without a browser where there was none. */
export function circumstances(browser: string, now: Date): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  return `Measured on ${now.toISOString().slice(0, 10)} on ${cpus().length} shared cores (${cpu?.model.trim()}) with ${memory} GiB${browser && `, in ${browser}`}.`;
}
