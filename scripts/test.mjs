import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { stepResult } from './test/step-result.mjs';
import { STEPS } from './test/steps.mjs';
import { summaryLines, sumOf } from './test/summary.mjs';

// `npm test` runs the checks for each commit. `npm run test:all` runs everything. `npm run test:all -- --rest` runs the
// steps that `npm test` leaves out. A word runs one part: `npm test -- checks`. All steps run even if one fails.

const RESULTS = 'test-results';

const { values, positionals } = parseArgs({
  options: { all: { type: 'boolean' }, rest: { type: 'boolean' } },
  allowPositionals: true,
});
const mode = values.rest ? 'rest' : values.all ? 'all' : 'fast';
const [part] = positionals;
const stepsOfMode = STEPS.filter((step) => mode === 'all' || step.in === 'both' || step.in === mode);
const steps = stepsOfMode.filter((step) => !part || step.parts.includes(part));
if (steps.length === 0) {
  const parts = [...new Set(stepsOfMode.flatMap((step) => step.parts))];
  console.error(`This run has no part '${part}'. Its parts: ${parts.join(', ')}`);
  process.exit(1);
}

const reports = mkdtempSync(join(tmpdir(), 'restoration-test-'));
const warnings = [];
const results = [];
const context = {
  hasPostgres: false,
  warn(text) {
    warnings.push(text);
    console.warn(`!! ${text}`);
  },
};
for (const [n, step] of steps.entries()) {
  console.log(`\n== ${step.name}`);
  const report = join(reports, `${n}.json`);
  const start = performance.now();
  const ok = await step.run(Object.assign(context, { report }));
  if (ok === null) continue;
  const seconds = (performance.now() - start) / 1000;
  results.push(stepResult({ name: step.name, seconds, ok, report: step.counts ? report : undefined }));
}
rmSync(reports, { recursive: true, force: true });

const { passed, failed, flaky } = sumOf(results);
const file = join(RESULTS, `${mode}.json`);
mkdirSync(RESULTS, { recursive: true });
writeFileSync(file, `${JSON.stringify({ passed, failed, flaky, steps: results, warnings }, null, 2)}\n`);
console.log(`\nThese results are also in ${file}:`);
console.log(summaryLines(results, warnings).join('\n'));
if (failed.length > 0) process.exitCode = 1;
