/** The sums of several steps' results, or of several commands' summaries. */
export function sumOf(results) {
  return {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failed: results.flatMap(({ failed }) => failed),
    flaky: results.flatMap(({ flaky }) => flaky),
  };
}

/** The lines that end a command: times by step, warnings, names, and the count last. */
export function summaryLines(results, warnings) {
  const { passed, failed, flaky } = sumOf(results);
  return [
    '',
    ...results.map(timeLine),
    ...warnings.map((warning) => `!! ${warning}`),
    ...namesOf('Failed', failed),
    ...namesOf('Flaky: failed once, then passed', flaky.map(withTrace)),
    '',
    countLine(passed, failed),
  ];
}

/** The line that ends a run, in a form that machines read. */
export function countLine(passed, failed) {
  return `${passed} passed, ${failed.length} failed`;
}

export function withTrace({ name, trace }) {
  return trace === null ? name : `${name} (${trace})`;
}

/** A heading and the names below it; nothing without names. */
export function namesOf(heading, names) {
  return names.length === 0 ? [] : ['', `${heading}:`, ...names.map((name) => `  ${name}`)];
}

function timeLine({ name, seconds, passed, failed, skipped }) {
  const parts = [
    `${passed} passed`,
    `${failed.length} failed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  const counts = passed + failed.length + skipped === 0 ? 'ok' : parts.join(', ');
  return `${seconds.toFixed(0).padStart(5)} s  ${name}: ${counts}`;
}
