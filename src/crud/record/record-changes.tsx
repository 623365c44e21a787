import '@mantine/core/styles/Timeline.layer.css';
import { Timeline } from '@mantine/core';
import { timeOfUuid } from '../../domain/ids.ts';
import { specOf } from '../../domain/resource-specs.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import { undoStepsOf } from '../../outbox/undone.ts';
import { useRecordChanges } from '../../records/use-outbox.ts';
import { AttentionIcon, WaitingIcon } from '../../ui/icons.ts';
import { formatFull } from '../../ui/text/format-date.ts';
import { recordScreenWords } from '../../words/record.ts';
import { changeWords, useStateWords } from '../change-words.ts';
import { UndoChange } from '../undo-button.tsx';
import css from './record-changes.module.css';

/** Lists the oldest change first. */
export function OpenChanges({ resource, localId }: Pick<Mutation, 'resource' | 'localId'>) {
  const changes = useRecordChanges(resource, localId);
  if (!changes || changes.length === 0) return null;
  return (
    <section aria-labelledby="changes" className={css.panel}>
      <h2 id="changes" className={css.title}>
        {recordScreenWords.notSynced}
      </h2>
      <Changes changes={changes} />
    </section>
  );
}

function Changes({ changes }: { readonly changes: readonly Mutation[] }) {
  const stateWords = useStateWords();
  return (
    <Timeline role="list" className={css.changes} bulletSize={22} lineWidth={2}>
      {changes.map((change) => (
        <Timeline.Item
          key={change.seq}
          role="listitem"
          lineVariant="dashed"
          bullet={
            change.state === 'parked' ? (
              <AttentionIcon size={14} aria-hidden />
            ) : (
              <WaitingIcon size={14} aria-hidden />
            )
          }
        >
          <span>{sentence(change, stateWords(change))}</span>
          <UndoChange change={change} steps={change === changes.at(-1) ? undoStepsOf(change) : null} />
        </Timeline.Item>
      ))}
    </Timeline>
  );
}

function sentence(change: Mutation, state: string): string {
  const at = timeOfUuid(change.id);
  const words = [changeWords(change, specOf(change.resource).label), state];
  return [...words, ...(at === null ? [] : [formatFull(at)])].join(' · ');
}
