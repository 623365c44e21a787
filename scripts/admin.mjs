import { existsSync } from 'node:fs';

// Runs `npm run admin`, `npm run backup` and `npm run restore`.

const admin = new URL('../build/server/admin.js', import.meta.url);
const packages = new URL('../node_modules/', import.meta.url);

if (existsSync(admin)) {
  await import(admin.href);
} else {
  const first = existsSync(packages) ? '' : '"npm ci" and ';
  process.stderr.write(
    `The server is not built yet: run ${first}"npm run build" here first. (build/server/admin.js is missing.)\n`,
  );
  process.exitCode = 1;
}
