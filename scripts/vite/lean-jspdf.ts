import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const FILE = 'jspdf/dist/jspdf.es.js';
/** The hash of version 4.2.1. */
const SHA256 = '5b7f65fa3928b104febbcc37c7174f8e5aa3b8d9d24d0378a3fecad693d86f76';

/** Ranges of lines that documents do not need, first and last included. jsPDF's security holes were in these lines. */
const UNUSED: readonly (readonly [what: string, from: number, to: number])[] = [
  ['a decoder of PNG', 54, 54],
  ['downloads, names of colors', 89, 449],
  ['encryption', 453, 844],
  ['forms', 6016, 8727],
  ['annotations, Arabic, printing, canvas, cells, font faces, 2D contexts', 9481, 13223],
  ['files, HTML, scripts, outlines', 13361, 14638],
  ['PNG, GIF, BMP, WebP, an encoder of JPEG, RGBA, languages', 14736, 20654],
  ['metrics of the standard fonts', 20960, 21197],
  ['SVG, numbers of pages, preferences of viewers', 21256, 21740],
  ['text from right to left', 22207, 22734],
  ['exports', 24328, 24329],
];

/** Imports jsPDF from the file that is cut by lines. */
export const JSPDF = {
  find: /^jspdf$/,
  replacement: fileURLToPath(new URL(`../../node_modules/${FILE}`, import.meta.url)),
};

/** Leaves half of jsPDF out of the build: the package has no smaller parts to import. */
export function leanJsPdf(): Plugin {
  return {
    name: 'lean-jspdf',
    enforce: 'pre',
    load: (id) => (id.split('?')[0]?.endsWith(FILE) ? lean(readFileSync(JSPDF.replacement, 'utf8')) : null),
  };
}

function lean(code: string): string {
  if (createHash('sha256').update(code).digest('hex') !== SHA256)
    throw new Error(`${FILE} has changed: find in it again what scripts/vite/lean-jspdf.ts leaves out`);
  const isUsed = (line: number): boolean => !UNUSED.some(([, from, to]) => from <= line && line <= to);
  const lines = code.split('\n').filter((_, at) => isUsed(at + 1));
  return [...lines, 'export { jsPDF };'].join('\n');
}
