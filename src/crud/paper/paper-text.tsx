import { CLAIM } from '../../domain/day/claim.ts';
import { paperSections } from '../../domain/day/paper-sections.ts';
import { sameLabel } from '../../domain/day/text-blocks.ts';
import { claimWords } from '../../words/jobs.ts';
import { PaperSection } from './paper-section.tsx';

interface Props {
  readonly heading: string;
  readonly text: string;
}

/**
 * A long text under its heading, with the line breaks it was written with; nothing for a blank one. Each block of it has its
 * own heading. What the company notes for itself is left out.
 */
export function PaperText({ heading, text }: Props) {
  return paperSections(text).map(({ name, text: said }) => (
    <PaperSection key={name} heading={headingOf(name) ?? heading}>
      {said.split(/\n\s*\n/).map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no name, and two may be the same
        <p key={index}>{paragraph}</p>
      ))}
    </PaperSection>
  ));
}

function headingOf(name: string | null): string | null {
  return name !== null && sameLabel(name, CLAIM) ? claimWords.title : name;
}
