import { SyncMark } from '../../crud/record-link.tsx';
import { markedParts } from '../../domain/find/marked-parts.ts';
import { choicesOf } from '../../domain/resource-specs.ts';
import type { SearchTerms } from '../../domain/search-text.ts';
import { ChoiceChip } from '../../ui/fields/choice-chip.tsx';
import css from './find.module.css';
import type { FoundOption } from './find-option.ts';
import { useFoundWords } from './found-words.ts';

interface Props {
  readonly found: FoundOption;
  readonly ways: readonly SearchTerms[];
}

/** The words of a found record, with what was typed in bold. */
export function FoundRecord({ found, ways }: Props) {
  const { resource, row } = found;
  const { title, facts, why, status } = useFoundWords()(found, ways);
  return (
    <span className={css.found}>
      <span className={css.first}>
        <span className={css.title}>
          <Marked text={title} ways={ways} />
        </span>
        <SyncMark mark={row.mark} />
        {status !== '' && <ChoiceChip value={status} choices={choicesOf(resource, 'status')} />}
      </span>
      {facts.length > 0 && (
        <span className={css.facts}>
          <Marked text={facts.join(' · ')} ways={ways} />
        </span>
      )}
      {why !== null && (
        <span className={css.why}>
          <Marked text={why} ways={ways} />
        </span>
      )}
    </span>
  );
}

interface MarkedProps {
  readonly text: string;
  readonly ways: readonly SearchTerms[];
}

function Marked({ text, ways }: MarkedProps) {
  return markedParts(text, ways).map(({ text: part, isMatch }, n) =>
    isMatch ? <b key={n}>{part}</b> : <span key={n}>{part}</span>,
  );
}
