import { z } from 'zod';
import { missingOr } from './fields.ts';

const DATA_ADDRESS = /^data:image\/(png|jpeg);base64,([A-Za-z0-9+/]+={0,2})$/;
/** The first bytes of a file of each format. */
const BEGINNINGS = {
  png: Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  jpeg: Buffer.from([0xff, 0xd8, 0xff]),
} as const;
const KIB = 1024;

/** A PNG or JPEG picture as a data address, or '' for none. What a picture claims to be is checked by its first bytes. */
export function pictureField(maxBytes: number) {
  return z
    .string({ error: missingOr(() => 'Not a valid string.') })
    .superRefine((text, context) => {
      const fault = text === '' ? undefined : faultIn(text, maxBytes);
      if (fault !== undefined) context.addIssue(fault);
    })
    .meta({ description: 'data:image/png;base64,… or data:image/jpeg;base64,…, or blank' });
}

function faultIn(text: string, maxBytes: number): string | undefined {
  const [, format, encoded = ''] = DATA_ADDRESS.exec(text) ?? [];
  if (format !== 'png' && format !== 'jpeg')
    return 'The picture must be a PNG or JPEG, sent as a data address.';
  const bytes = Buffer.from(encoded, 'base64');
  if (bytes.length > maxBytes) {
    return `The picture has ${Math.ceil(bytes.length / KIB)} KiB. It may have ${maxBytes / KIB} KiB at most.`;
  }
  const beginning = BEGINNINGS[format];
  if (bytes.subarray(0, beginning.length).equals(beginning)) return undefined;
  return `The picture is called a ${format.toUpperCase()} and is none.`;
}
