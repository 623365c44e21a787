/** How many rounds a bench measures: as many as it needs, unless `BENCH_ROUNDS` asks for a shorter or longer run. */
export function roundsOr(usual: number): number {
  const asked = Number(process.env['BENCH_ROUNDS']);
  return asked > 0 ? asked : usual;
}
