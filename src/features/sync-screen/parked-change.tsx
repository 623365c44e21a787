import { changeWords } from '../../crud/change-words.ts';
import { useResourceView } from '../../crud/resource-views.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { formatFull } from '../../ui/text/format-date.ts';
import { parkedChangeWords } from '../../words/sync-screen.ts';
import { ChangeHead } from './change-head.tsx';
import { ChangedValues } from './changed-values.tsx';
import { ConflictQuestion } from './conflict-question.tsx';
import { parkedWords } from './parked-words.ts';
import { PossibleDuplicateQuestion } from './possible-duplicate-question.tsx';
import css from './sync-screen.module.css';
import { useChangedRecord } from './use-changed-record.ts';
import { useHighlight } from './use-highlight.ts';
import { DeletedWays, RejectedWays, ServerErrorWays, TooOldWays } from './ways.tsx';

interface Props {
  readonly change: Mutation;
  /** The address asks for it. */
  readonly asked: boolean;
}

/** A change that waits for a person: what it was, why it waits, and the ways out. */
export function ParkedChange({ change, asked }: Props) {
  const view = useResourceView(change.resource);
  const { label } = resourceSpecs[change.resource];
  const { row, title } = useChangedRecord(change);
  const item = useHighlight(asked);
  const { refusal } = change;
  const reason = refusal?.reason ?? 'rejected';

  return (
    <li ref={item} tabIndex={-1} className={css['change']} data-asked={asked || undefined}>
      <ChangeHead resource={change.resource} localId={change.localId} title={title} linked={Boolean(row)}>
        <span>{changeWords(change, label)}</span>
        {refusal && <span>{` · ${parkedChangeWords.since({ time: formatFull(refusal.at) })}`}</span>}
      </ChangeHead>
      {reason === 'conflict' ? (
        <ConflictQuestion change={change} row={row ?? null} title={title} />
      ) : (
        <>
          <div className={css['said']}>
            <Notice tone={reason === 'tooOld' || reason === 'mayExistTwice' ? 'warning' : 'error'}>
              {parkedWords(change, view).map((line) => (
                <p key={line}>{line}</p>
              ))}
            </Notice>
          </div>
          {reason === 'mayExistTwice' ? (
            <PossibleDuplicateQuestion change={change} row={row ?? null} title={title} />
          ) : (
            <>
              <ChangedValues change={change} />
              <Ways change={change} row={row ?? null} title={title} />
            </>
          )}
        </>
      )}
    </li>
  );
}

function Ways(props: Parameters<typeof RejectedWays>[0]) {
  const reason = props.change.refusal?.reason ?? 'rejected';
  switch (reason) {
    case 'rejected':
      return <RejectedWays {...props} />;
    case 'deletedOnServer':
      return <DeletedWays {...props} />;
    case 'serverErrors':
      return <ServerErrorWays {...props} />;
    case 'tooOld':
      return <TooOldWays {...props} />;
    case 'conflict':
    case 'mayExistTwice':
      return null;
    default:
      return reason satisfies never;
  }
}
