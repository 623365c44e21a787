import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findPdfToText } from '../../scripts/find-poppler.mjs';
import type { PdfTools } from '../../src/files/pdf/draw-paper.ts';
import type { RunDrawing } from '../../src/files/pdf/run-pictures.ts';
import { temporaryFolder } from '../support/test/temporary-folder.ts';

/** False where Poppler is missing: scripts/test.mjs says so. */
export const CAN_READ_PDF = findPdfToText() !== undefined;

/** Returns the lines of each page, with the columns of a table apart. */
export async function pagesOf(bytes: ArrayBuffer): Promise<string[][]> {
  const file = join(await temporaryFolder(), 'made.pdf');
  writeFileSync(file, new Uint8Array(bytes));
  const { stdout, stderr, status } = spawnSync(findPdfToText() ?? '', ['-layout', file, '-'], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`pdftotext failed: ${stderr}`);
  const pages = stdout.split('\f').slice(0, -1);
  return pages.map((page) =>
    page
      .split('\n')
      .map((line) => line.trim().replaceAll(/ {2,}/g, ' | '))
      .filter(Boolean),
  );
}

/** Draws a run as an empty picture, half as wide as it is high for each character. */
const RUNS: RunDrawing = {
  widthOf: ({ text, size }) => Array.from(text).length * size,
  draw: () => Promise.resolve({ bytes: PIXEL, type: 'JPEG', width: 1, height: 1 }),
  canDraw: (character) => character !== '中',
};

/** A gray pixel. */
export const PIXEL = new Uint8Array(
  Buffer.from(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AVN//2Q==',
    'base64',
  ),
);

export function tools(given: Partial<PdfTools> = {}): PdfTools {
  const pixel = { bytes: PIXEL, type: 'JPEG', width: 1, height: 1 } as const;
  return {
    font: new Uint8Array(readFileSync('src/files/pdf/roboto.ttf')),
    runs: RUNS,
    readPhoto: () => Promise.resolve(pixel),
    photoOf: (sha256) => Promise.resolve(sha256 === 'missing' ? null : pixel),
    ...given,
  };
}
