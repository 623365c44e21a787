import { changeWords, labelOf } from '../../crud/change-words.ts';
import { deletionWording, labelIn, type RefusedView, wording } from '../../crud/refusal-words.ts';
import { useResourceView } from '../../crud/resource-view.ts';
import { valuesOf } from '../../domain/field-changes.ts';
import { isListed } from '../../domain/resource-specs.ts';
import type { Mutation, ServerRefusal } from '../../outbox/mutation.ts';
import { useKeepsFiles } from '../../records/use-files-status.ts';
import { formatFull } from '../../ui/text/format-date.ts';
import { failedToWords, parkReasons } from '../../words/common.ts';
import { parkedChangeWords } from '../../words/sync.ts';
import { ChangeCard, ChangedValues, RecordHead, Said, useChangedRecord } from './change-card.tsx';
import { ConflictQuestion } from './conflict-question.tsx';
import { MayExistTwiceQuestion } from './duplicate-questions.tsx';
import css from './sync-screen.module.css';
import { ParkedWays } from './ways.tsx';

/** Reasons that ask a question. Nothing has failed. */
const QUESTIONS: readonly ServerRefusal['reason'][] = ['tooOld', 'mayExistTwice', 'fromFile'];

interface Props {
  readonly change: Mutation;
  readonly asked: boolean;
}

export function ParkedChange({ change, asked }: Props) {
  const { row = null, title } = useChangedRecord(change);
  const label = labelOf(change.resource, row?.view ?? valuesOf(change.fields));
  const view = useResourceView(change.resource) ?? { resource: change.resource, label };
  const { refusal } = change;
  const reason = refusal?.reason ?? 'rejected';
  return (
    <ChangeCard asked={asked}>
      <RecordHead resource={change.resource} localId={change.localId} title={title} linked={row !== null}>
        <span>{changeWords(change, label)}</span>
        {refusal && <span>{` · ${parkedChangeWords.since({ time: formatFull(refusal.at) })}`}</span>}
      </RecordHead>
      {reason === 'conflict' ? (
        <ConflictQuestion change={change} row={row} title={title} />
      ) : (
        <>
          <Said tone={QUESTIONS.includes(reason) ? 'warning' : 'error'}>
            <ParkedWords change={change} view={view} />
          </Said>
          {reason === 'mayExistTwice' ? (
            <MayExistTwiceQuestion change={change} row={row} title={title} />
          ) : (
            <>
              <ChangedValues change={change} />
              {reason === 'deletedOnServer' && <GoneWithIt change={change} />}
              <ParkedWays reason={reason} change={change} row={row} title={title} />
            </>
          )}
        </>
      )}
    </ChangeCard>
  );
}

/** A record that is created again has none of the photos that were deleted with it. */
function GoneWithIt({ change }: { readonly change: Mutation }) {
  const keepsFiles = useKeepsFiles();
  if (!keepsFiles || !isListed(change.resource)) return null;
  return <p className={css.hint}>{parkedChangeWords.goneWithIt}</p>;
}

interface WordsProps {
  readonly change: Pick<Mutation, 'kind' | 'refusal'>;
  readonly view: RefusedView;
}

export function ParkedWords({ change, view }: WordsProps) {
  return parkedWords(change, view).map((line) => <p key={line}>{line}</p>);
}

/** Returns our reason, then the server's words. Never empty. */
export function parkedWords({ kind, refusal }: WordsProps['change'], view: RefusedView): readonly string[] {
  const nothingSaid = [failedToWords[kind]({ what: labelIn(view).noun })];
  if (!refusal) return nothingSaid;
  const why = refusal.reason === 'rejected' ? null : parkReasons[refusal.reason];
  if (refusal.body === null) return why === null ? nothingSaid : [why];
  const said = kind === 'delete' ? deletionWording(view, refusal) : wording(view, refusal);
  return [...(why === null ? [] : [why]), ...said];
}
