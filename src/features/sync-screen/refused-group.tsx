import { Button } from '@mantine/core';
import { useState } from 'react';
import { titleOf } from '../../crud/readable.ts';
import { useResourceView } from '../../crud/resource-view.ts';
import { valuesOf } from '../../domain/field-changes.ts';
import { fieldLabel, isListed, specOf } from '../../domain/resource-specs.ts';
import { surelyRefused } from '../../outbox/mutation.ts';
import { decideGroup } from '../../records/parked.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { type ParkedEntry, refusedText } from '../../records/refusal-groups.ts';
import { formatFull } from '../../ui/text/format-date.ts';
import { listed } from '../../ui/text/format-values.tsx';
import { changeNames } from '../../words/common.ts';
import { parkedChangeWords, refusedGroupWords } from '../../words/sync.ts';
import { CardHead, EachChange, QuestionCard, Ways } from './change-card.tsx';
import { CorrectGroup } from './correct-group.tsx';
import { DiscardGroup } from './discard-dialogs.tsx';
import { ParkedChange, ParkedWords, parkedWords } from './parked-change.tsx';

const NAMED = 3;

interface Props {
  readonly group: ParkedEntry;
  readonly askedId: string | null;
  readonly onEdit: (group: ParkedEntry) => void;
}

export function RefusedGroup({ group, askedId, onEdit }: Props) {
  const { changes } = group;
  const [first, ...others] = changes;
  const view = useResourceView(first.resource) ?? first;
  const names = useNames(group);
  const what = groupTitle(group);
  const since = Math.min(...changes.map(({ refusal }) => refusal?.at ?? Number.POSITIVE_INFINITY));
  const words = parkedWords(first, view).join();
  const isSame = others.every((other) => parkedWords(other, view).join() === words);
  return (
    <QuestionCard
      head={
        <CardHead title={what}>
          <span>{names}</span>
          <span>{` · ${parkedChangeWords.since({ time: formatFull(since) })}`}</span>
        </CardHead>
      }
      tone="error"
      notice={
        <>
          {!isSame && <p>{refusedGroupWords.forExample}</p>}
          <ParkedWords change={first} view={view} />
        </>
      }
    >
      <GroupWays group={group} what={what} names={names} onEdit={onEdit} />
      <EachChange isAsked={askedId !== null}>
        {(limit) => {
          const shown = changes.filter(({ id }, n) => n < limit || id === askedId);
          const items = shown.map((change) => (
            <ParkedChange key={change.id} change={change} asked={change.id === askedId} />
          ));
          return { items, left: changes.length - shown.length };
        }}
      </EachChange>
    </QuestionCard>
  );
}

type WaysProps = Pick<Props, 'group' | 'onEdit'> & { readonly what: string; readonly names: string };

function GroupWays({ group, what, names, onEdit }: WaysProps) {
  const services = useRecordServices();
  const [deciding, setDeciding] = useState(false);
  const [opened, setOpened] = useState<'correct' | 'discard' | null>(null);
  const { changes } = group;
  const count = changes.length;
  const [{ resource }] = changes;
  const mayEdit =
    isListed(resource) && changes.every((change) => change.kind !== 'delete' && surelyRefused(change));
  const refused = mayEdit ? refusedText(group) : null;
  const close = (): void => setOpened(null);

  async function retryAll(): Promise<void> {
    setDeciding(true);
    await decideGroup(services, group, { what: 'retry' }).finally(() => setDeciding(false));
  }

  return (
    <Ways label={refusedGroupWords.choices({ what })}>
      {mayEdit && <Button onClick={() => onEdit(group)}>{refusedGroupWords.edit}</Button>}
      {refused && (
        <Button variant="default" onClick={() => setOpened('correct')}>
          {refusedGroupWords.correct({ field: fieldLabel(refused.field), count })}
        </Button>
      )}
      <Button variant="default" loading={deciding} onClick={() => void retryAll()}>
        {refusedGroupWords.tryAgain}
      </Button>
      <Button variant="default" onClick={() => setOpened('discard')}>
        {refusedGroupWords.discard({ count })}
      </Button>
      {opened === 'correct' && refused && <CorrectGroup group={group} refused={refused} onClose={close} />}
      {opened === 'discard' && <DiscardGroup group={group} names={names} onClose={close} />}
    </Ways>
  );
}

/** Returns '30 new customers'. */
function groupTitle({ changes }: ParkedEntry): string {
  const [{ resource, kind }] = changes;
  const nouns = specOf(resource).label.plural.toLowerCase();
  return refusedGroupWords[kind]({ count: changes.length, nouns });
}

function useNames({ changes }: ParkedEntry): string {
  const { collections } = useRecordServices();
  const names = changes.slice(0, NAMED).map(({ resource, localId, fields }) => {
    const row = isListed(resource) ? collections[resource].find(localId) : undefined;
    const seen = row?.view ?? valuesOf(fields);
    return titleOf(resource, seen);
  });
  const more = changes.length - names.length;
  return listed(more > 0 ? [...names, changeNames.more({ count: more })] : names);
}
