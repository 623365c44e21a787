import { readFileSync } from 'node:fs';

/**
 * Returns the result of a step: `{ name, seconds, passed, failed, flaky, skipped }`. `failed` has the names of tests.
 * `flaky` has `{ name, trace }` of tests that passed at the second try; these also count as passed.
 *
 * A step that runs tests writes the last four fields to the file that TEST_REPORT names. A step without a `report` is
 * one check: it counts only if it fails, under its own name.
 */
export function stepResult({ name, seconds, ok, report }) {
  const counted = report === undefined ? { passed: 0, failed: [], flaky: [], skipped: 0 } : read(report);
  const failed = [...counted.failed];
  if (report !== undefined && ok && failed.length === 0 && counted.passed === 0)
    failed.push(`${name}: ran no test`);
  // A command can fail without a failed test, because coverage is too low or a process died.
  if (!ok && failed.length === 0) failed.push(report === undefined ? name : `${name}: the command failed`);
  return { ...counted, name, seconds, failed };
}

function read(file) {
  try {
    return { flaky: [], skipped: 0, ...JSON.parse(readFileSync(file, 'utf8')) };
  } catch (error) {
    return { passed: 0, failed: [`No report: ${error.message}`], flaky: [], skipped: 0 };
  }
}
