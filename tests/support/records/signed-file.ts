import { canonicalJson } from '../../../src/domain/papers/document-hash.ts';
import type { PaperContent } from '../../../src/domain/papers/paper-content.ts';

/** Bytes with a document as jsPDF keeps it in the metadata of a file. */
export function signedFile(content: PaperContent): ArrayBuffer {
  const escaped = canonicalJson(content)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');
  return new TextEncoder().encode(`%PDF <jspdf:metadata>${escaped}</jspdf:metadata>`).slice().buffer;
}
