import { inFileName } from '../../crud/file-name.ts';
import { zonedTime } from '../../domain/day/zoned-time.ts';
import { documentHash, hashDigits } from '../../domain/papers/document-hash.ts';
import type { PaperContent } from '../../domain/papers/paper-content.ts';
import { auditPage, type Signing, signedNotes } from '../../domain/papers/signing.ts';
import { type MadePdf, makePdf } from '../../files/pdf/make-pdf.ts';
import { readSettings } from '../../records/company-settings.ts';
import type { RecordServices } from '../../records/record-services.ts';
import { keepSigned, type NewSigned } from '../../records/signed-documents.ts';
import { signedFileWords } from '../../words/documents.ts';
import { paperWords } from '../../words/record.ts';
import type { Signature } from './signature-field.tsx';

interface Signed {
  readonly content: PaperContent;
  readonly signing: Signing;
  /** In the order of the consent's; none if the person could not sign. */
  readonly signatures: readonly Signature[];
}

/** Draws the file. Nothing is stored yet. */
export async function drawSigned(services: RecordServices, signed: Signed): Promise<MadePdf> {
  const { content, signing, signatures } = signed;
  const pictures: ArrayBuffer[] = [];
  for (const { picture } of signatures) pictures.push(await picture());
  const { companyLogo } = await readSettings(services);
  const job = {
    content,
    logo: companyLogo,
    signed: { signatures: pictures, audit: auditPage(content, signing) },
    at: signing.at,
  };
  return makePdf(job, services);
}

/** @throws NotSavedError; then nothing is stored, and the same bytes can be kept again */
export async function keepDrawn(
  services: RecordServices,
  { content, signing }: Signed,
  { parent, bytes }: Pick<NewSigned, 'parent' | 'bytes'>,
): Promise<void> {
  const digits = hashDigits(documentHash(content));
  const { name, cannot, at, offset, presentedBy } = signing;
  const said = { document: content.title, name, digits };
  await keepSigned(services, {
    parent,
    bytes,
    fields: {
      name: fileName(content, cannot !== null),
      caption: cannot ? signedFileWords.captionWithout(said) : signedFileWords.caption(said),
      taken_at: zonedTime(at, offset),
      taken_by: presentedBy,
    },
    note: (notes) => signedNotes(notes, content, signing),
  });
}

/** 'Work authorization WO-1023.pdf' */
export function fileName(
  { title, facts }: Pick<PaperContent, 'title' | 'facts'>,
  isWithout: boolean,
): string {
  const record = inFileName(facts.find(([name]) => name === paperWords.number)?.[1] ?? '');
  if (record === '')
    return signedFileWords[isWithout ? 'nameAloneWithout' : 'nameAlone']({ document: title });
  return signedFileWords[isWithout ? 'nameWithout' : 'name']({ document: title, record });
}
