import { useFieldText } from '../../crud/field-words.ts';
import { fieldLabel } from '../../domain/field-labels.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import { changeNames } from '../../words/common.ts';
import { syncScreenWords } from '../../words/sync-screen.ts';
import css from './sync-screen.module.css';

/** The rest is counted: a change of everything says no more than its first fields. */
const SHOWN = 4;

/** Shows each changed field: 'Status: Pending → In Progress'. */
export function ChangedValues({
  change,
}: {
  readonly change: Pick<Mutation, 'resource' | 'kind' | 'fields'>;
}) {
  const text = useFieldText(change.resource);
  if (change.kind !== 'update') return null;
  const fields = Object.entries(change.fields);
  return (
    <dl className={css['values']}>
      {fields.slice(0, SHOWN).map(([field, { base, value }]) => (
        <div key={field}>
          <dt>{fieldLabel(field)}</dt>
          <dd>
            <span className={css['old']}>{text(field, base) || changeNames.nothing}</span>{' '}
            <span className={css['arrow']}>
              <span aria-hidden>→</span>
              <span className={css['hidden']}>{syncScreenWords.isNow}</span>
            </span>{' '}
            <span className={css['new']}>{text(field, value) || changeNames.nothing}</span>
          </dd>
        </div>
      ))}
      {fields.length > SHOWN && (
        <p className={css['more']}>{syncScreenWords.andMore({ count: fields.length - SHOWN })}</p>
      )}
    </dl>
  );
}
