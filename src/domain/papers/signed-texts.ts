import { LOG, readEntries } from '../day/entries.ts';
import { readText } from '../field.ts';
import type { FieldChanges } from '../field-changes.ts';

/** Ends the log entry of a document that was signed, that somebody could not sign, or that is void. */
const DOCUMENT = /, document ([0-9a-f]{12})$/;

/**
 * Returns true if the change is a part of a signed document: its log entry, or that it is void. Such changes are stored
 * together, never undone, and not discarded without the document.
 */
export function isOfSigning(fields: FieldChanges): boolean {
  return digitsLogged(fields).length > 0 || marksVoid(fields);
}

/** Returns the first digits of the documents whose log entries the change adds. */
export function digitsLogged(fields: FieldChanges): string[] {
  return Object.values(fields).flatMap(({ base, value }) => {
    const before = entriesIn(base).map(({ entry }) => entry);
    return entriesIn(value).flatMap(({ entry, digits }) => (before.includes(entry) ? [] : [digits]));
  });
}

function entriesIn(value: unknown): { readonly entry: string; readonly digits: string }[] {
  const entries = readEntries(readText(value), LOG, () => 0);
  return entries.flatMap(({ at, text }) => {
    const digits = DOCUMENT.exec(text)?.[1];
    return digits === undefined ? [] : [{ entry: `${at} ${text}`, digits }];
  });
}

function marksVoid({ caption }: FieldChanges): boolean {
  return caption !== undefined && isVoid(readText(caption.value)) && !isVoid(readText(caption.base));
}

/** The caption of a signed document, as `signedFileWords` writes it. A void one begins with why. */
const CAPTION = /^(.+), signed by (.+)\nDocument ([0-9a-f]{12})$/;
const CAPTION_DIGITS = /\nDocument ([0-9a-f]{12})$/;

export interface SignedCaption {
  readonly document: string;
  readonly name: string;
  /** Of the document's hash. */
  readonly digits: string;
}

/** Null for a document that somebody could not sign. */
export function readSignedCaption(caption: string): SignedCaption | null {
  const [, document = '', name = '', digits = ''] = CAPTION.exec(caption.trim()) ?? [];
  return digits === '' ? null : { document, name, digits };
}

/** Also of a document that is void, or that somebody could not sign. Null if the caption names none. */
export function captionDigits(caption: string): string | null {
  return CAPTION_DIGITS.exec(caption.trim())?.[1] ?? null;
}

const VOID = /^Void since /;

/** Its first line says why, in the words of `voidWords`. */
export function isVoid(caption: string): boolean {
  return VOID.test(caption);
}

/** Returns the first lines that say since when a document is void: one for each device that marked it. */
export function voidMarks(lines: readonly string[]): string[] {
  const end = lines.findIndex((line) => !isVoid(line));
  return lines.slice(0, end < 0 ? lines.length : end);
}

/** Without the digits of the document. A void one says so first. */
export function captionTitle(caption: string): string {
  const lines = caption.split('\n');
  return lines.slice(0, voidMarks(lines).length + 1).join('\n');
}
