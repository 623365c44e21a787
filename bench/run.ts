/** `npm run bench -- <what>`: figures of this machine, in tables. */
const BENCHES = {
  server: () => import('./server/server-bench.ts'),
  extensions: () => import('./extensions/extensions-bench.ts'),
} as const;

const [what = ''] = process.argv.slice(2);
const bench = Object.entries(BENCHES).find(([name]) => name === what)?.[1];
if (bench) {
  await (await bench()).run();
} else {
  console.error(`There is no bench '${what}'. Benches: ${Object.keys(BENCHES).join(', ')}`);
  process.exitCode = 1;
}
