import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

// Adds up what a browser loads until the first rows are on screen, gzipped, and fails over a limit.

const OUT_DIR = 'dist';
const PAGE = 'index.html';
/** What loads when, by what scripts/vite/chunks.ts calls the chunks: each beside what the first counts. */
const BUDGETS = [
  { when: 'before the first list row', limitKib: 200, parts: ['services', 'app', 'list'] },
  {
    when: 'with the rest of a list, around its first row',
    limitKib: 25,
    parts: ['back', 'list-tools', 'measured-cards'],
  },
  { when: 'before the first job of Today', limitKib: 32, parts: ['back', 'today-screen'] },
];

const manifest = JSON.parse(readFileSync(join(OUT_DIR, '.vite/manifest.json'), 'utf8'));
let first = new Set();
for (const { when, limitKib, parts } of BUDGETS) {
  const files = new Set([PAGE, ...parts.flatMap(pathTo).flatMap(filesOf)]);
  const counted = [...files].filter((file) => !first.has(file));
  const sizes = counted.map((file) => ({ file, bytes: gzipSync(readFileSync(join(OUT_DIR, file))).length }));
  check(sizes, when, limitKib);
  if (first.size === 0) first = files;
}

/** The chunks on the shortest way from the first script to the one called `name`, over its lazy imports. */
function pathTo(name) {
  const entry = Object.keys(manifest).find((key) => manifest[key].name === 'entry');
  const ways = [[entry]];
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

function check(measured, when, limitKib) {
  const kib = (bytes) => `${(bytes / 1024).toFixed(1)} KiB`.padStart(11);
  const sum = (rows) => rows.reduce((total, { bytes }) => total + bytes, 0);
  for (const { file, bytes } of measured) console.log(`${kib(bytes)}  ${file}`);
  for (const [label, ending] of [
    ['JS', '.js'],
    ['CSS', '.css'],
  ])
    console.log(`${kib(sum(measured.filter(({ file }) => file.endsWith(ending))))}  ${label}`);
  const total = sum(measured);
  console.log(`${kib(total)}  ${when}, gzip; the limit is ${limitKib} KiB\n`);
  if (total <= limitKib * 1024) return;
  console.error(`Too much loads ${when}. Load what it does not need lazily.`);
  process.exitCode = 1;
}
