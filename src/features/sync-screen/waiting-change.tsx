import { Link } from 'react-router-dom';
import { changedAt, changeWords } from '../../crud/change-words.ts';
import { titleOf } from '../../crud/readable.ts';
import { syncPath } from '../../crud/sync-path.ts';
import { UndoChange } from '../../crud/undo-change.tsx';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import type { Wait } from '../../records/use-waits.ts';
import { SyncIcon, WaitingIcon } from '../../ui/icons.ts';
import { formatFull } from '../../ui/text/format-time.ts';
import { ChangeHead } from './change-head.tsx';
import { ChangedValues } from './changed-values.tsx';
import css from './sync-screen.module.css';
import { useChangedRecord } from './use-changed-record.ts';
import { useHighlight } from './use-highlight.ts';

interface Props {
  readonly change: Mutation;
  /** What it waits for before it can be sent. */
  readonly wait: Wait | undefined;
  /** How it stands with it, where it waits for nothing else. */
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
        {changeWords(change, resourceSpecs[change.resource].label)}
        {made !== null && ` · made ${formatFull(made)}`}
      </ChangeHead>
      <ChangedValues change={change} />
      <p className={css['state']} data-state={wait?.parked ? 'blocked' : change.state}>
        <Icon size={16} aria-hidden />
        <span>{wait && change.state === 'queued' ? <WaitWords wait={wait} /> : state}</span>
      </p>
      <UndoChange change={change} label={resourceSpecs[change.resource].label} />
    </li>
  );
}

function WaitWords({ wait }: { readonly wait: Wait }) {
  const { resource, localId, parked, record } = wait;
  const link = (words: string) => <Link to={syncPath(resource, localId)}>{words}</Link>;
  if (wait.for === 'own') {
    return parked ? (
      <>Waits for {link('an earlier change to it')}, which needs attention</>
    ) : (
      'Waits for an earlier change to it'
    );
  }
  const { noun } = resourceSpecs[resource].label;
  const name = `${noun}${record ? ` ${titleOf(resource, record)}` : ''}`;
  if (wait.for === 'referring') return <>Sent after the changes to {link(name)}</>;
  return parked ? (
    <>Waits for {link(name)}, which needs attention</>
  ) : (
    <>Waits until {link(name)} is on the server</>
  );
}
