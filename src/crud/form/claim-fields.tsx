import { CLAIM_FACTS, readClaim, writeClaim } from '../../domain/day/claim.ts';
import { claimHints, claimLabels, claimWords } from '../../words/jobs.ts';
import { FactFields } from './fact-fields.tsx';

interface Props {
  /** The text that holds the claim. */
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly stored: boolean;
  readonly onStored: (stored: boolean) => void;
}

const HINTS: Readonly<Partial<Record<string, string>>> = claimHints;

/** The claim's lines of a description. */
export function ClaimFields({ text, onChange, ...shown }: Props) {
  const claim = readClaim(text);
  return (
    <FactFields
      title={claimWords.title}
      about={claimWords.about}
      fields={CLAIM_FACTS.map((name) => ({
        name,
        label: claimLabels[name],
        hint: HINTS[name],
        value: claim[name],
      }))}
      onChange={(name, value) => onChange(writeClaim(text, { [name]: value }))}
      {...shown}
    />
  );
}
