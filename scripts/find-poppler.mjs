import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { canInstall, installPackages } from './apt.mjs';

/** Returns the path of pdftotext, which reads what a PDF says. */
export function findPdfToText() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders.map((folder) => join(folder, 'pdftotext')).find(existsSync);
}

/**
 * Returns the path of pdftotext. If it is missing, installs Poppler first, provided that needs no password. Calls `log`
 * with the reason for a failure.
 */
export function providePdfToText(log = console.error) {
  const found = findPdfToText();
  if (found) return found;
  if (!canInstall()) {
    log('There is no pdftotext here. On Debian or Ubuntu: apt-get install poppler-utils');
    return undefined;
  }
  log('No pdftotext found: installing poppler-utils with apt-get (about 10 MB)');
  installPackages([['poppler-utils']], log);
  return findPdfToText();
}
