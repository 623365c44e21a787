import { resourceSpecs } from '../../domain/resource-specs.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import { undoStepsOf } from '../../outbox/undone.ts';
import { useRecordChanges } from '../../records/use-outbox.ts';
import { formatFull } from '../../ui/text/format-date.ts';
import { recordScreenWords } from '../../words/record.ts';
import { changedAt, changeWords } from '../change-words.ts';
import { useStateWords } from '../state-words.ts';
import { UndoChange } from '../undo-change.tsx';
import css from './open-changes.module.css';

/** What this device has changed of one record and the server does not have yet, oldest first. */
export function OpenChanges({ resource, localId }: Pick<Mutation, 'resource' | 'localId'>) {
  const changes = useRecordChanges(resource, localId);
  if (!changes || changes.length === 0) return null;
  return (
    <section aria-labelledby="changes" className={css['panel']}>
      <h2 id="changes" className={css['title']}>
        {recordScreenWords.notSynced}
      </h2>
      <Changes changes={changes} />
    </section>
  );
}

function Changes({ changes }: { readonly changes: readonly Mutation[] }) {
  const stateWords = useStateWords();
  return (
    <ul className={css['changes']}>
      {changes.map((change) => (
        <li key={change.seq}>
          <span>{sentence(change, stateWords(change))}</span>
          <UndoChange change={change} steps={change === changes.at(-1) ? undoStepsOf(change) : null} />
        </li>
      ))}
    </ul>
  );
}

function sentence(change: Mutation, state: string): string {
  const at = changedAt(change);
  const words = [changeWords(change, resourceSpecs[change.resource].label), state];
  return [...words, ...(at === null ? [] : [formatFull(at)])].join(' · ');
}
