import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/** Writes the results of a Playwright run to the file that TEST_REPORT names. See step-result.mjs. */
export default class StepReporter {
  #report = { passed: 0, failed: [], flaky: [], skipped: 0 };
  #suite;

  onBegin(_, suite) {
    this.#suite = suite;
  }

  /** Called for an error outside of any test, such as a broken configuration or global setup. */
  onError({ message }) {
    this.#report.failed.push(`Error outside of a test: ${message?.split('\n')[0]}`);
  }

  onEnd() {
    for (const test of this.#suite?.allTests() ?? []) count(this.#report, test);
    writeFileSync(process.env.TEST_REPORT, JSON.stringify(this.#report));
  }

  printsToStdio() {
    return false;
  }
}

function count(report, test) {
  const name = test
    .titlePath()
    .filter((part) => part !== '')
    .join(' › ');
  switch (test.outcome()) {
    case 'expected':
      report.passed += 1;
      break;
    case 'flaky':
      report.passed += 1;
      report.flaky.push({ name, trace: traceOf(test) });
      break;
    case 'skipped':
      report.skipped += 1;
      break;
    default:
      report.failed.push(name);
  }
}

/** Returns the path of the failed try's trace, or else of any trace. */
function traceOf({ results }) {
  const failedFirst = [...results].sort(
    (a, b) => Number(a.status === 'passed') - Number(b.status === 'passed'),
  );
  const path = failedFirst
    .flatMap(({ attachments }) => attachments)
    .find(({ name }) => name === 'trace')?.path;
  return path === undefined ? null : relative(process.cwd(), path);
}
