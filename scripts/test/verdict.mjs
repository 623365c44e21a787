import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { countLine, namesOf, sumOf, withTrace } from './summary.mjs';

/** If more tests than this pass only at the second try, the suite fails. */
const FLAKY_LIMIT = 2;

/**
 * Judges several commands by their summaries and exit codes, `{ file, code }` for each. A command that left no summary,
 * or ran no test, has failed.
 */
export function verdictOf(commands) {
  const summaries = commands.map(({ file, code }) => {
    const summary = read(file);
    const failed = [...summary.failed];
    if (failed.length === 0 && summary.passed === 0) failed.push(`${basename(file)}: no test ran`);
    if (failed.length === 0 && code !== 0) failed.push(`${basename(file)}: the command ended with ${code}`);
    return { ...summary, failed };
  });
  const { passed, failed, flaky } = sumOf(summaries);
  if (flaky.length > FLAKY_LIMIT)
    failed.push(`${flaky.length} flaky tests; at most ${FLAKY_LIMIT} are accepted`);
  return {
    ok: failed.length === 0,
    lines: [
      ...namesOf('Failed', failed),
      ...namesOf('Flaky', flaky.map(withTrace)),
      '',
      countLine(passed, failed),
    ],
  };
}

function read(file) {
  try {
    const { passed, failed, flaky } = JSON.parse(readFileSync(file, 'utf8'));
    return { passed, failed, flaky };
  } catch (error) {
    return { passed: 0, failed: [`${basename(file)}: ${error.message}`], flaky: [] };
  }
}

// `node verdict.mjs FILE CODE FILE CODE …` prints the verdict of those commands.
if (import.meta.filename === process.argv[1]) {
  const words = process.argv.slice(2);
  const commands = words.flatMap((file, n) => (n % 2 === 0 ? [{ file, code: Number(words[n + 1]) }] : []));
  const { ok, lines } = verdictOf(commands);
  console.log(lines.join('\n'));
  process.exitCode = ok ? 0 : 1;
}
