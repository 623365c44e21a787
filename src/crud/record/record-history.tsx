import type { ReactNode } from 'react';
import type { FieldValue, RecordKey } from '../../domain/resource-spec.ts';
import { fieldLabel, specOf } from '../../domain/resource-specs.ts';
import type { HistoryNote } from '../../outbox/lane-event.ts';
import { HISTORY_MAX, useHistory, useLastChange } from '../../records/use-history.ts';
import { formatFull } from '../../ui/text/format-date.ts';
import { historyWords } from '../../words/record.ts';
import { type FieldText, useFieldText } from '../field-words.ts';
import { UndoChange } from '../undo-change.tsx';
import { ChangedText } from './changed-text.tsx';
import css from './record-history.module.css';

const NO_CHANGE = { kind: 'update', fields: {} } as const;

/** The changes of a record that this device has seen, the last first, with the undo of its own last one. A lazy chunk. */
export default function RecordHistory({ resource, localId }: RecordKey) {
  const found = useHistory(resource, localId);
  const text = useFieldText(resource);
  const last = useLastChange(resource, localId);
  if (!found || last === undefined) return null;
  const change = { resource, localId, ...(last?.change ?? NO_CHANGE) };
  const undo = <UndoChange change={change} steps={last?.steps ?? null} />;
  if (found.length === 0) {
    return (
      <>
        <p className={css['quiet']}>{historyWords.none}</p>
        {last && <p className={css['quiet']}>{historyWords.madeHere}</p>}
        {undo}
      </>
    );
  }
  return (
    <>
      <ol className={css['entries']}>
        {found.slice(0, HISTORY_MAX).map((note, place) => (
          <Entry key={note.n} note={note} text={text}>
            {place === 0 && undo}
          </Entry>
        ))}
      </ol>
      {found.length > HISTORY_MAX && <p className={css['quiet']}>{historyWords.older}</p>}
    </>
  );
}

interface EntryProps {
  readonly note: HistoryNote;
  readonly text: FieldText;
  readonly children: ReactNode;
}

function Entry({ note: { resource, at, by, fields }, text, children }: EntryProps) {
  const texts: readonly string[] = specOf(resource).texts;
  return (
    <li>
      <p className={css['who']}>
        <time dateTime={new Date(at).toISOString()}>{historyWords.entry({ when: formatFull(at), by })}</time>
      </p>
      <dl className={css['fields']}>
        {Object.entries(fields).map(([field, { was, is }]) => (
          <div key={field}>
            <dt>{fieldLabel(field)}</dt>
            <dd>
              {texts.includes(field) ? (
                <ChangedText was={textOf(was)} is={textOf(is)} />
              ) : (
                <ChangedValue was={text(field, was)} is={text(field, is)} />
              )}
            </dd>
          </div>
        ))}
      </dl>
      {children}
    </li>
  );
}

function textOf(value: FieldValue): string {
  return String(value ?? '');
}

/** '555-1234 → 555-9999' */
function ChangedValue({ was, is }: { readonly was: string; readonly is: string }) {
  return (
    <>
      <span className={css['was']}>{was || historyWords.nothing}</span>{' '}
      <span className={css['was']}>
        <span aria-hidden>→</span>
        <span className={css['unseen']}>{historyWords.isNow}</span>
      </span>{' '}
      <span className={css['is']}>{is || historyWords.nothing}</span>
    </>
  );
}
