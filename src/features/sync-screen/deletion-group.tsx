import { useStateWords } from '../../crud/state-words.ts';
import { type DeletionGroup, useDeletions } from '../../records/use-outbox.ts';
import { waitingChangeWords } from '../../words/sync-screen.ts';
import { EachChange } from './each-change.tsx';
import css from './sync-screen.module.css';
import { WaitingChange } from './waiting-change.tsx';

/** The deletions of an undone import: one card, and each of them behind a fold. */
export function WaitingDeletions({ group }: { readonly group: DeletionGroup }) {
  const { file, count } = group;
  return (
    <li className={css['change']}>
      <p className={css['title']}>{waitingChangeWords.undoOf({ file, count })}</p>
      <EachChange isAsked={false}>
        {(limit) => ({
          items: <Deletions group={group} limit={limit} />,
          left: count - limit,
        })}
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
