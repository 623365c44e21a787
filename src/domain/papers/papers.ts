import { fieldLabels } from '../../words/common.ts';
import { documentWords as words } from '../../words/papers.ts';
import { paperWords } from '../../words/record.ts';
import { localOffset } from '../day/entries.ts';
import { stepTaken } from '../day/job.ts';
import { type Estimate, estimateSpec, estimateTotals } from '../estimate.ts';
import { toCents } from '../money.ts';
import type { WorkOrder } from '../work-order.ts';
import { changeTotal, itemChanges } from './item-changes.ts';
import { itemsTotal, readItems, subtotalDifference } from './item-sums.ts';
import { changeTable, itemTable } from './item-table.ts';
import type { LineItem } from './line-items.ts';
import { knownFacts, type PaperContent, type PaperPart } from './paper-content.ts';
import {
  type Agreement,
  claimPart,
  type PaperBody,
  type PaperSource,
  sectionParts,
  signedPaper,
  sumsPart,
  textPart,
} from './paper-parts.ts';
import { dayText, isoMomentText, momentText } from './paper-texts.ts';
import type { SignedCaption } from './signed-texts.ts';

interface EstimateOnPaper {
  readonly estimate: Estimate;
  readonly agreement: Agreement;
}

export function estimatePaper(source: PaperSource, { estimate, agreement }: EstimateOnPaper): PaperContent {
  const { valid_until: last, description } = estimate;
  return signedPaper(source, {
    kind: 'estimate',
    title: estimateSpec.label.title,
    number: estimate.estimate_number.trim() || paperWords.draft,
    facts: knownFacts([
      [fieldLabels.title, estimate.title],
      [paperWords.validUntil, last && dayText(last)],
    ]),
    parts: [
      ...sectionParts(paperWords.descriptionOfWork, description, true),
      ...itemTable(description),
      ...sumsPart(sumsOf(estimate)),
      ...sectionParts(paperWords.terms, estimate.terms_and_conditions),
    ],
    agreement,
  });
}

/** If the subtotal is not what the items add up to, both are there, with the difference. */
function sumsOf(estimate: Estimate): (readonly [name: string, cents: number | null])[] {
  const { subtotal, tax, adjustment, total } = estimateTotals(estimate);
  const difference = subtotalDifference(estimate);
  const items = difference ? itemsTotal(readItems(estimate.description)) : null;
  const rate = estimate.tax_rate;
  return [
    [words.itemsTotal, items],
    [words.difference, difference || null],
    [fieldLabels.subtotal, centsOf(subtotal)],
    [rate === null ? paperWords.tax : paperWords.taxAt({ rate }), centsOf(tax)],
    [paperWords.adjustment, adjustment === 0 ? null : toCents(adjustment)],
    [paperWords.total, centsOf(total)],
  ];
}

function centsOf(amount: number | null): number | null {
  return amount === null ? null : toCents(amount);
}

export interface JobOnPaper {
  readonly order: WorkOrder;
  /** The description with the job's claim, blank without one. */
  readonly claim: string;
  readonly agreement: Agreement;
}

/** Makes the document in which the customer lets the company do the work. */
export function authorizationPaper(source: PaperSource, job: JobOnPaper): PaperContent {
  return jobPaper(source, job, { kind: 'authorization', title: words.authorization, facts: [] });
}

/** Makes the document in which the customer confirms that the work is done. */
export function completionPaper(source: PaperSource, job: JobOnPaper): PaperContent {
  return jobPaper(source, job, {
    kind: 'completion',
    title: words.completion,
    facts: knownFacts(
      (['started', 'finished'] as const).map((step) => {
        const taken = stepTaken(job.order.notes, step, localOffset);
        return [paperWords[step], taken && momentText(taken)];
      }),
    ),
  });
}

function jobPaper(
  source: PaperSource,
  { order, claim, agreement }: JobOnPaper,
  about: Pick<PaperBody, 'kind' | 'title' | 'facts'>,
): PaperContent {
  return signedPaper(source, {
    ...about,
    number: order.work_order_number,
    facts: [...knownFacts([[fieldLabels.title, order.title]]), ...about.facts],
    parts: [...claimPart(claim), ...sectionParts(paperWords.descriptionOfWork, order.description)],
    agreement,
  });
}

export interface ChangeOnPaper extends EstimateOnPaper {
  readonly before: {
    readonly items: readonly LineItem[];
    /** In cents. */
    readonly total: number;
    /** The parts taken from the signed document. The others come from the estimate as it is now. */
    readonly asSigned: 'all' | 'total' | 'nothing';
    /** Names that estimate. */
    readonly estimate: string;
    /** Null if no signature is known. */
    readonly signed: SignedEstimate | null;
  };
  /** Why the work changes. */
  readonly reason: string;
}

export interface SignedEstimate extends SignedCaption {
  /** As the device wrote it that took the signature. */
  readonly at: string;
}

/** Says which estimate *before* means, and what proves it. */
function beforeLines({ estimate, signed, asSigned }: ChangeOnPaper['before'], date: string): string {
  const proof = signed
    ? words.beforeSigned({ ...signed, when: isoMomentText(signed.at) })
    : words.beforeUnsigned;
  const day = dayText(date);
  const basis = {
    all: words.beforeAsSigned,
    total: words.beforeTotalAsSigned({ day }),
    nothing: words.beforeAsNow({ day }),
  };
  return [estimate, proof, basis[asSigned]].join('\n');
}

/** Makes the document with the changes to an agreed estimate: to its items, and to its total with the tax. */
export function changeOrderPaper(
  source: PaperSource,
  { estimate, before, reason, agreement }: ChangeOnPaper,
): PaperContent {
  const changes = itemChanges(before.items, readItems(estimate.description));
  const after = toCents(estimate.total_amount);
  const change = after - before.total;
  // Tax, a sum that a person set, and what was agreed without items.
  const rest = change - changeTotal(changes);
  const parts: PaperPart[] = [
    ...textPart(words.reason, reason),
    ...textPart(words.before, beforeLines(before, source.day)),
    ...changeTable(changes),
    ...sumsPart([
      [words.totalBefore, before.total],
      [words.itemsTotal, changeTotal(changes)],
      [words.besideItems, rest === 0 ? null : rest],
      [words.totalOfChange, change],
      [words.totalAfter, after],
    ]),
  ];
  return signedPaper(source, {
    kind: 'changeOrder',
    title: words.changeOrder,
    number: estimate.estimate_number,
    facts: knownFacts([[fieldLabels.title, estimate.title]]),
    parts,
    agreement,
  });
}
