import { Link } from 'react-router-dom';
import { changeWords, labelOf, useStateWords } from '../../crud/change-words.ts';
import { titleOf } from '../../crud/readable.ts';
import { syncPath } from '../../crud/record-link.tsx';
import { UndoChange } from '../../crud/undo-button.tsx';
import { timeOfUuid } from '../../domain/ids.ts';
import { specOf } from '../../domain/resource-specs.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import { undoStepsOf } from '../../outbox/undone.ts';
import { type DeletionGroup, useDeletions, type Wait } from '../../records/use-outbox.ts';
import { SyncIcon, WaitingIcon } from '../../ui/icons.ts';
import { formatFull } from '../../ui/text/format-date.ts';
import { settingsWaitWords, waitingChangeWords } from '../../words/sync.ts';
import {
  CardHead,
  ChangeCard,
  ChangedValues,
  EachChange,
  RecordHead,
  useChangedRecord,
} from './change-card.tsx';
import css from './sync-screen.module.css';

interface Props {
  readonly change: Mutation;
  readonly wait: Wait | undefined;
  readonly state: string;
  readonly asked: boolean;
}

export function WaitingChange({ change, wait, state, asked }: Props) {
  const { row, title } = useChangedRecord(change);
  const made = timeOfUuid(change.id);
  const Icon = change.state === 'queued' ? WaitingIcon : SyncIcon;
  return (
    <ChangeCard asked={asked}>
      <RecordHead resource={change.resource} localId={change.localId} title={title} linked={Boolean(row)}>
        <span>{changeWords(change, specOf(change.resource).label)}</span>
        {made !== null && <span>{` · ${waitingChangeWords.made({ time: formatFull(made) })}`}</span>}
      </RecordHead>
      <ChangedValues change={change} />
      <p className={css.state} data-state={wait?.parked ? 'blocked' : change.state}>
        <Icon size={16} aria-hidden />
        <span>{wait && change.state === 'queued' ? <WaitWords wait={wait} /> : state}</span>
      </p>
      <UndoChange change={change} steps={undoStepsOf(change)} />
    </ChangeCard>
  );
}

function WaitWords({ wait }: { readonly wait: Wait }) {
  if (wait.for === 'own' && !wait.parked) return <span>{waitingChangeWords.ownChange}</span>;
  return <Link to={syncPath(wait.resource, wait.localId)}>{waitWords(wait)}</Link>;
}

function waitWords({ for: kind, resource, parked, record: fields }: Wait): string {
  if (kind === 'own') return waitingChangeWords.ownChangeNeedsAttention;
  const { noun } = labelOf(resource, fields);
  const record = fields ? waitingChangeWords.record({ noun, title: titleOf(resource, fields) }) : noun;
  if (kind === 'referring') return waitingChangeWords.afterChangesTo({ record });
  return parked ? waitingChangeWords.needsAttention({ record }) : waitingChangeWords.after({ record });
}

export function WaitingDeletions({ group }: { readonly group: DeletionGroup }) {
  const { file, count } = group;
  return (
    <li className={css.change}>
      <p className={css.title}>{waitingChangeWords.undoOf({ file, count })}</p>
      <EachChange isAsked={false}>
        {(limit) => ({ items: <Deletions group={group} limit={limit} />, left: count - limit })}
      </EachChange>
    </li>
  );
}

function Deletions({ group, limit }: { readonly group: DeletionGroup; readonly limit: number }) {
  const stateWords = useStateWords();
  return useDeletions(group, limit)?.map((change) => (
    <WaitingChange
      key={change.id}
      change={change}
      wait={undefined}
      state={stateWords(change)}
      asked={false}
    />
  ));
}

const SETTINGS = <Link to="/settings">{settingsWaitWords.title}</Link>;

export function WaitingSettings() {
  return (
    <li className={css.change}>
      <CardHead title={SETTINGS}>{settingsWaitWords.changed}</CardHead>
      <p className={css.state} data-state="queued">
        <WaitingIcon size={16} aria-hidden />
        <span>{settingsWaitWords.waiting}</span>
      </p>
    </li>
  );
}

export function AskedSettings({ asks }: { readonly asks: number }) {
  return (
    <li className={css.change}>
      <CardHead title={SETTINGS}>{settingsWaitWords.asks({ count: asks })}</CardHead>
    </li>
  );
}
