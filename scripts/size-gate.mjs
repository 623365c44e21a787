import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

// Adds up what a browser loads before the first row of a list is on screen, gzipped, and fails over the limit.

const LIMIT_KIB = 200;
const OUT_DIR = 'dist';
const ENTRY = 'index.html';
/** What scripts/vite/chunks.ts calls the app's start, and the part with the list's screen. */
const PARTS = ['services', 'app', 'list'];

const manifest = JSON.parse(readFileSync(join(OUT_DIR, '.vite/manifest.json'), 'utf8'));
const files = [ENTRY, ...new Set(PARTS.flatMap(pathTo).flatMap(filesOf))];
const sizes = files.map((file) => ({ file, bytes: gzipSync(readFileSync(join(OUT_DIR, file))).length }));
print(sizes);

/** The chunks on the shortest way from the entry to the one called `name`, over its lazy imports. */
function pathTo(name) {
  const ways = [[ENTRY]];
  const seen = new Set(ways[0]);
  for (const way of ways) {
    const key = way.at(-1);
    if (manifest[key].name === name) return way;
    const lazy = staticClosure(key).flatMap((chunk) => manifest[chunk].dynamicImports ?? []);
    for (const next of lazy.filter((candidate) => !seen.has(candidate))) {
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  throw new Error(`No chunk is called '${name}': say in this script what scripts/vite/chunks.ts calls it`);
}

/** A chunk and everything it imports at once. */
function staticClosure(key) {
  const closure = new Set([key]);
  for (const chunk of closure) for (const imported of manifest[chunk].imports ?? []) closure.add(imported);
  return [...closure];
}

function filesOf(key) {
  return staticClosure(key).flatMap((chunk) => [manifest[chunk].file, ...(manifest[chunk].css ?? [])]);
}

function print(measured) {
  const kib = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`.padStart(11);
  const sum = (rows) => rows.reduce((total, { bytes }) => total + bytes, 0);
  for (const { file, bytes } of measured) console.log(`${kib(bytes)}  ${file}`);
  for (const [label, ending] of [
    ['JS', '.js'],
    ['CSS', '.css'],
  ])
    console.log(`${kib(sum(measured.filter(({ file }) => file.endsWith(ending))))}  ${label}`);
  const total = sum(measured);
  console.log(`${kib(total)}  before the first list row, gzip; the limit is ${LIMIT_KIB} KiB`);
  if (total <= LIMIT_KIB * 1024) return;
  console.error('Too much loads before the first list row. Load what it does not need lazily.');
  process.exitCode = 1;
}
