import { ESTIMATE_BLOCKS } from '../papers/item-sums.ts';
import { CLAIM, claimLines } from './claim.ts';
import { JOB_BLOCKS } from './job.ts';
import { namedBlocks, readFactLine, sameLabel, unescaped } from './text-blocks.ts';

export interface PaperSection {
  /** Null for the text before the first block. */
  readonly name: string | null;
  readonly text: string;
}

const FACT_BLOCKS = [...JOB_BLOCKS, ...ESTIMATE_BLOCKS] as const;

/** Referrals are for the company alone, wherever the line is. */
const REFERRAL = /^refer(?:ral|red|rer)/i;

/** Returns what a customer may read, by block. The job, checklist, log and referrals are left out. */
export function paperSections(text: string): PaperSection[] {
  return namedBlocks(text)
    .map(({ key, heading, lines }) => ({
      name: key === '' ? null : heading.replace(/^\s*---\s*|\s*---\s*$/g, ''),
      text: sameLabel(key, CLAIM)
        ? claimLines(text).filter(isForCustomer).join('\n')
        : lines
            .filter(isForCustomer)
            .map((line) => unescaped(line, FACT_BLOCKS))
            .join('\n')
            .trim(),
    }))
    .filter(
      (section) => section.text !== '' && !JOB_BLOCKS.some((name) => sameLabel(section.name ?? '', name)),
    );
}

function isForCustomer(line: string): boolean {
  return !REFERRAL.test(readFactLine(line)?.label ?? '');
}
