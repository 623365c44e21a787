import { claimWords } from '../../words/jobs.ts';
import { signingWords, documentWords as words } from '../../words/papers.ts';
import { paperWords } from '../../words/record.ts';
import { addressLines, type SiteAddress } from '../address.ts';
import { type Customer, customerSpec } from '../customer.ts';
import { CLAIM, claimLines } from '../day/claim.ts';
import { paperSections } from '../day/paper-sections.ts';
import { sameLabel } from '../day/text-blocks.ts';
import type { CompanySettings } from '../settings.ts';
import { ITEMS } from './item-sums.ts';
import {
  knownFacts,
  letterhead,
  type PaperContent,
  type PaperFact,
  type PaperKind,
  type PaperPart,
} from './paper-content.ts';
import { dayText, moneyText } from './paper-texts.ts';

/** The facts that every kind of document has. */
export interface PaperSource {
  readonly settings: CompanySettings;
  readonly customer: Customer | null;
  /** Where the job is; blank if that is the customer's address. */
  readonly site: SiteAddress;
  readonly preparedBy: string;
  /** The document's date; '' for none. */
  readonly day: string;
}

/** A text of the company's, such as an agreement. A blank one is left out. */
export interface Agreement {
  readonly text: string;
  /** The notice of a right to cancel, which is signed for by itself. */
  readonly cancellation?: string;
}

export interface PaperBody {
  readonly kind: PaperKind;
  readonly title: string;
  readonly number: string;
  readonly facts: readonly PaperFact[];
  readonly parts: readonly PaperPart[];
  readonly agreement: Agreement;
}

export function signedPaper(source: PaperSource, body: PaperBody): PaperContent {
  const { text, cancellation = '' } = body.agreement;
  const notice = textPart(words.cancellation, cancellation);
  return {
    version: 1,
    kind: body.kind,
    title: body.title,
    company: letterhead(source.settings),
    facts: [
      ...knownFacts([
        [paperWords.number, body.number],
        [paperWords.date, source.day && dayText(source.day)],
        [paperWords.preparedBy, source.preparedBy],
      ]),
      ...body.facts,
    ],
    parts: [partiesPart(source), ...body.parts, ...textPart(words.agreement, text), ...notice],
    consent: {
      sentence: signingWords.consent,
      signatures: [signingWords.customer, ...(notice.length > 0 ? [signingWords.cancellation] : [])],
    },
  };
}

export function partiesPart({ customer, site }: Pick<PaperSource, 'customer' | 'site'>): PaperPart {
  const names = customer ? [customerSpec.title(customer), customer.company_name.trim()] : [];
  const home = customer ? addressLines(customer) : [];
  const there = addressLines(site);
  const parties = [
    { role: paperWords.billTo, lines: [...new Set(names), ...home, customer?.phone.trim() ?? ''] },
    { role: paperWords.site, lines: there.length > 0 ? there : home },
  ];
  return {
    part: 'parties',
    parties: parties
      .map(({ role, lines }) => ({ role, lines: lines.filter(Boolean) }))
      .filter(({ lines }) => lines.length > 0),
  };
}

export function textPart(heading: string, text: string): PaperPart[] {
  const said = text.trim();
  return said === '' ? [] : [{ part: 'text', heading, paragraphs: said.split(/\s*\n\s*\n\s*/) }];
}

/**
 * The blocks of a text, each under its own heading. The company's own notes are left out.
 * @param isListed the items have a table of their own
 */
export function sectionParts(heading: string, text: string, isListed = false): PaperPart[] {
  return paperSections(text)
    .filter(({ name }) => !isListed || name === null || !sameLabel(name, ITEMS))
    .flatMap(({ name, text: said }) => textPart(name === null ? heading : headingOf(name), said));
}

function headingOf(name: string): string {
  return sameLabel(name, CLAIM) ? claimWords.title : name;
}

/** The claim alone, of a project's or an estimate's description. */
export function claimPart(description: string): PaperPart[] {
  return sectionParts('', [`--- ${CLAIM} ---`, ...claimLines(description)].join('\n'));
}

/** Null amounts are left out. The last one is the total. */
export function sumsPart(sums: readonly (readonly [name: string, cents: number | null])[]): PaperPart[] {
  const known = sums.flatMap(([name, cents]) =>
    cents === null ? [] : [{ name, cents, text: moneyText(cents) }],
  );
  const last = known.length - 1;
  return last < 0 ? [] : [{ part: 'sums', sums: known.map((sum, at) => ({ ...sum, isTotal: at === last })) }];
}
