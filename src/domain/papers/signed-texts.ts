import { LOG, readEntries } from '../day/entries.ts';
import { readText } from '../field.ts';
import type { FieldChanges } from '../field-changes.ts';

/** Ends the log entry of a document that was signed, or that somebody could not sign. */
const DOCUMENT = /, document [0-9a-f]{12}$/;

/** Returns true if the change adds the log entry of a document, which is stored together with it and never undone. */
export function logsSignature(fields: FieldChanges): boolean {
  return Object.values(fields).some(({ base, value }) => {
    const before = entriesIn(base);
    return entriesIn(value).some((entry) => !before.includes(entry));
  });
}

function entriesIn(value: unknown): string[] {
  const entries = readEntries(readText(value), LOG, () => 0);
  return entries.flatMap(({ at, text }) => (DOCUMENT.test(text) ? [`${at} ${text}`] : []));
}

/** The caption of a signed document, as `signedFileWords` writes it. A void one begins with why. */
const CAPTION = /^(.+), signed by (.+)\nDocument ([0-9a-f]{12})$/;

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

const VOID = /^Void since /;

/** Its first line says why, in the words of `voidWords`. */
export function isVoid(caption: string): boolean {
  return VOID.test(caption);
}
