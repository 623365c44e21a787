import type { FieldChange, FieldChanges } from '../../domain/field-changes.ts';
import { fieldLabel } from '../../domain/field-labels.ts';
import type { Fields, FieldValue } from '../../domain/resource-spec.ts';
import { mergedText } from '../../outbox/merge/merge-fields.ts';
import { historyWords } from '../../words/record.ts';
import css from './sync-screen.module.css';

interface Props {
  /** My texts, each with the text that it was made from. */
  readonly fields: FieldChanges;
  /** The server's. */
  readonly theirs: Fields;
}

/** Both sides' texts and the merged one, at a press. */
export function MergedTexts({ fields, theirs }: Props) {
  return (
    <details className={css['merged']}>
      <summary>{historyWords.mergedTexts}</summary>
      {Object.entries(fields).map(([field, mine]) => (
        <OneText key={field} field={fieldLabel(field)} mine={mine} theirs={theirs[field] ?? null} />
      ))}
    </details>
  );
}

interface OneProps {
  readonly field: string;
  readonly mine: FieldChange;
  readonly theirs: FieldValue;
}

function OneText({ field, mine, theirs }: OneProps) {
  const sides = [
    [historyWords.mine({ field }), mine.value],
    [historyWords.theirs({ field }), theirs],
    // Lines are merged the same way whenever they are.
    [historyWords.merged({ field }), mergedText(mine, theirs)],
  ] as const;
  return (
    <dl>
      {sides.map(([title, text]) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>{text || historyWords.nothing}</dd>
        </div>
      ))}
    </dl>
  );
}
