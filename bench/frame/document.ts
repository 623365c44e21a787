import { readFile, writeFile } from 'node:fs/promises';
import { cpus, totalmem } from 'node:os';

import { isTrial } from './rounds-asked.ts';

const PAGE = 'docs/performance.md';

/** Puts a text between the page's marks of this name, which it must have; not where a trial run has come to it. */
export async function writeSection(name: string, text: string): Promise<void> {
  if (isTrial()) return;
  const [begin, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const page = await readFile(PAGE, 'utf8');
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`${PAGE} has no marks for '${name}'`);
  await writeFile(PAGE, `${before}${begin}\n\n${text}\n\n${end}${after}`);
}

/** When and on what it was measured, as a sentence; without a browser where there was none. */
export function circumstances(browser: string, now: Date): string {
  const [cpu] = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  return `Measured on ${now.toISOString().slice(0, 10)} on ${cpus().length} shared cores (${cpu?.model.trim()}) with ${memory} GiB${browser && `, in ${browser}`}.`;
}
