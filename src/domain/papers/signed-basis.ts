import { documentWords as words } from '../../words/papers.ts';
import { documentHash, hashDigits } from './document-hash.ts';
import { readItemTable } from './item-table.ts';
import type { LineItem } from './line-items.ts';
import type { PaperContent } from './paper-content.ts';

/** What a signed document states: the amounts that a change order begins with. */
export interface SignedBasis {
  /** Null if the document does not list them: a change order has only what it changes. */
  readonly items: readonly LineItem[] | null;
  /** In cents. */
  readonly total: number;
}

/** Returns null if the file is not the document with these first digits, or states no total. */
export function readSignedBasis(file: ArrayBuffer, digits: string): SignedBasis | null {
  const content = contentIn(file, digits);
  if (!content) return null;
  const sums = content.parts.flatMap((part) => (part.part === 'sums' ? part.sums : []));
  const total = sums.find(({ isTotal }) => isTotal);
  return total ? { items: itemsIn(content), total: total.cents } : null;
}

/** As `addMetadata` of jsPDF writes it. */
const METADATA = /<jspdf:metadata>(.*?)<\/jspdf:metadata>/s;

/** Equal digits prove that it is what the app wrote, so its shape needs no check. */
function contentIn(file: ArrayBuffer, digits: string): PaperContent | null {
  const [, escaped = ''] = METADATA.exec(new TextDecoder().decode(file)) ?? [];
  try {
    const content: PaperContent = JSON.parse(unescaped(escaped));
    return hashDigits(documentHash(content)) === digits ? content : null;
  } catch {
    return null;
  }
}

/** The ampersand comes last: it begins the others. */
function unescaped(xml: string): string {
  return xml
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');
}

function itemsIn({ kind, parts }: PaperContent): readonly LineItem[] | null {
  if (kind !== 'estimate') return null;
  const table = parts.find((part) => part.part === 'table' && part.heading === words.items);
  return table?.part === 'table' ? readItemTable(table) : [];
}
