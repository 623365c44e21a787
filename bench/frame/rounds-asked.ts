/** How many rounds a bench measures: as many as it needs, unless `BENCH_ROUNDS` asks for a shorter or longer run. */
export function roundsOr(usual: number): number {
  const asked = roundsAsked();
  return asked > 0 ? asked : usual;
}

/** Whether so few rounds are asked for that they prove nothing. */
export function isTrial(): boolean {
  const asked = roundsAsked();
  return asked > 0 && asked < 3;
}

function roundsAsked(): number {
  return Number(process.env['BENCH_ROUNDS']);
}
