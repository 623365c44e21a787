import { CLAIM, claimLines } from './claim.ts';
import { readFactLine } from './facts.ts';
import { JOB_BLOCKS } from './job.ts';
import { namedBlocks, sameLabel, unescaped } from './text-blocks.ts';

/** A part of a text as paper shows it. */
export interface PaperSection {
  /** Name of its block; null for the text before the first. */
  readonly name: string | null;
  readonly text: string;
}

const FACT_BLOCKS = [...JOB_BLOCKS, CLAIM] as const;

/** The name of the person who sent the customer is for the company alone, wherever the line stands. */
const REFERRAL = /^refer(?:ral|red|rer)/i;

/**
 * Returns a text as a customer may read it: a section for each block, without the dashes around its name. The job, its checklist
 * and its log are left out, and so is each line that names a referral.
 */
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
