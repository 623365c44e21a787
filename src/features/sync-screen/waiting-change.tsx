import { Link } from 'react-router-dom';
import { changedAt, changeWords } from '../../crud/change-words.ts';
import { titleOf } from '../../crud/readable.ts';
import { syncPath } from '../../crud/sync-path.ts';
import { UndoChange } from '../../crud/undo-change.tsx';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import { undoStepsOf } from '../../outbox/undone.ts';
import type { Wait } from '../../records/use-outbox.ts';
import { SyncIcon, WaitingIcon } from '../../ui/icons.ts';
import { formatFull } from '../../ui/text/format-date.ts';
import { waitingChangeWords } from '../../words/sync-screen.ts';
import { ChangeHead } from './change-head.tsx';
import { ChangedValues } from './changed-values.tsx';
import css from './sync-screen.module.css';
import { useChangedRecord } from './use-changed-record.ts';
import { useHighlight } from './use-highlight.ts';

interface Props {
  readonly change: Mutation;
  /** The reason why it cannot be sent yet. */
  readonly wait: Wait | undefined;
  /** Its state, where it waits for nothing else. */
  readonly state: string;
  /** The address asks for it. */
  readonly asked: boolean;
}

/** A change that goes to the server by itself. */
export function WaitingChange({ change, wait, state, asked }: Props) {
  const { row, title } = useChangedRecord(change);
  const item = useHighlight(asked);
  const made = changedAt(change);
  const Icon = change.state === 'queued' ? WaitingIcon : SyncIcon;
  return (
    <li ref={item} tabIndex={-1} className={css['change']} data-asked={asked || undefined}>
      <ChangeHead resource={change.resource} localId={change.localId} title={title} linked={Boolean(row)}>
        <span>{changeWords(change, resourceSpecs[change.resource].label)}</span>
        {made !== null && <span>{` · ${waitingChangeWords.made({ time: formatFull(made) })}`}</span>}
      </ChangeHead>
      <ChangedValues change={change} />
      <p className={css['state']} data-state={wait?.parked ? 'blocked' : change.state}>
        <Icon size={16} aria-hidden />
        <span>{wait && change.state === 'queued' ? <WaitWords wait={wait} /> : state}</span>
      </p>
      <UndoChange change={change} steps={undoStepsOf(change)} />
    </li>
  );
}

/** Names the change it waits for, as a link if that is not on this screen. */
function WaitWords({ wait }: { readonly wait: Wait }) {
  if (wait.for === 'own' && !wait.parked) return <span>{waitingChangeWords.ownChange}</span>;
  return <Link to={syncPath(wait.resource, wait.localId)}>{waitWords(wait)}</Link>;
}

function waitWords({ for: kind, resource, parked, record: fields }: Wait): string {
  if (kind === 'own') return waitingChangeWords.ownChangeNeedsAttention;
  const { noun } = resourceSpecs[resource].label;
  const record = fields ? waitingChangeWords.record({ noun, title: titleOf(resource, fields) }) : noun;
  if (kind === 'referring') return waitingChangeWords.afterChangesTo({ record });
  return parked ? waitingChangeWords.needsAttention({ record }) : waitingChangeWords.after({ record });
}
