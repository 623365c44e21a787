/** Adds up the results of several steps, or the summaries of several commands. */
export function sumOf(results) {
  return {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failed: results.flatMap(({ failed }) => failed),
    flaky: results.flatMap(({ flaky }) => flaky),
  };
}

/** Returns the last lines of a command: times by step, warnings, names, and the count. */
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

/** Returns the last line of a run, which machines read. */
export function countLine(passed, failed) {
  return `${passed} passed, ${failed.length} failed`;
}

export function withTrace({ name, trace }) {
  return trace === null ? name : `${name} (${trace})`;
}

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
