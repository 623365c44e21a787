import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

// Adds up the compressed sizes of the files that a browser loads until the first rows are on screen, of the charts, and
// of all files that the service worker keeps. Fails if a sum is above its limit.

const OUT_DIR = 'dist';
const PAGE = 'index.html';
const FIRST_ROW_KIB = 235;
const PRECACHE_KIB = 1300;
/** All charts together. They are our own, because a chart library is larger. */
const CHARTS_KIB = 6;
/** Files of the service worker's second part (src/sw.ts). */
const LATER = 'assets/later/';
/** The chunks that the first list row needs, with their names in scripts/vite/chunks.ts. */
const FIRST_ROW = ['entry', 'start', 'services', 'app', 'list'];

const manifest = JSON.parse(readFileSync(join(OUT_DIR, '.vite/manifest.json'), 'utf8'));
const first = sizesOf([PAGE, ...FIRST_ROW.map(chunk).flatMap(filesOf)]);
for (const { file, bytes } of first) console.log(`${kib(bytes)}  ${file}`);
console.log(`${kib(sum(first.filter(({ file }) => file.endsWith('.js'))))}  JS`);
console.log(`${kib(sum(first.filter(({ file }) => file.endsWith('.css'))))}  CSS`);
check(sum(first), 'before the first list row', FIRST_ROW_KIB);
const charts = manifest[chunk('charts')];
check(sum(sizesOf([charts.file, ...(charts.css ?? [])])), 'of charts', CHARTS_KIB);
const worker = readFileSync(join(OUT_DIR, 'sw.js'), 'utf8');
const kept = [...worker.matchAll(/"url":"([^"]+)"/g)].map(([, file]) => file);
if (kept.length === 0) throw new Error('The service worker keeps no file: its list was not found in sw.js');
const later = kept.filter((file) => file.includes(LATER));
if (later.length === 0) throw new Error(`No file is fetched later: none is in ${LATER}`);
console.log(`${kib(sum(sizesOf(later)))}  fetched later: PDF and its font`);
check(sum(sizesOf(kept)), 'kept by the service worker', PRECACHE_KIB);

function sizesOf(files) {
  const read = (file) => gzipSync(readFileSync(join(OUT_DIR, file))).length;
  return [...new Set(files)].map((file) => ({ file, bytes: read(file) }));
}

function kib(bytes) {
  return `${(bytes / 1024).toFixed(1)} KiB`.padStart(11);
}

function sum(files) {
  return files.reduce((total, { bytes }) => total + bytes, 0);
}

function chunk(name) {
  const key = Object.keys(manifest).find((candidate) => manifest[candidate].name === name);
  if (!key)
    throw new Error(`No chunk is called '${name}': say in this script what scripts/vite/chunks.ts calls it`);
  return key;
}

function staticClosure(key) {
  const closure = new Set([key]);
  for (const one of closure) for (const imported of manifest[one].imports ?? []) closure.add(imported);
  return [...closure];
}

function filesOf(key) {
  return staticClosure(key).flatMap((one) => [manifest[one].file, ...(manifest[one].css ?? [])]);
}

function check(total, what, limitKib) {
  console.log(`${kib(total)}  ${what}, gzip; the limit is ${limitKib} KiB`);
  if (total <= limitKib * 1024) return;
  console.error(`Too much: ${what}. Load what it does not need lazily, or leave it out.`);
  process.exitCode = 1;
}
