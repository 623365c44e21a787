import { writeFileSync } from 'node:fs';

/** Writes the results of a Vitest run to the file that TEST_REPORT names. See step-result.mjs. */
export default class StepReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const report = { passed: 0, failed: [], flaky: [], skipped: 0 };
    for (const module of modules) {
      const file = [module.project.name, module.relativeModuleId].filter(Boolean).join(' › ');
      // The errors of a file, and of a suite's hooks, belong to no test.
      if (module.errors().length > 0) report.failed.push(file);
      for (const suite of module.children.allSuites())
        if (suite.errors().length > 0) report.failed.push(`${file} › ${suite.fullName}`);
      for (const test of module.children.allTests()) count(report, file, test);
    }
    for (const { message } of unhandledErrors)
      report.failed.push(`Unhandled error: ${message.split('\n')[0]}`);
    writeFileSync(process.env.TEST_REPORT, JSON.stringify(report));
  }
}

function count(report, file, test) {
  const name = `${file} › ${test.fullName}`;
  const { state } = test.result();
  if (state === 'skipped') report.skipped += 1;
  else if (state !== 'passed') report.failed.push(name);
  else {
    report.passed += 1;
    if (test.diagnostic()?.flaky) report.flaky.push({ name, trace: null });
  }
}
