import { Button } from '@mantine/core';
import { useState } from 'react';
import { titleOf } from '../../crud/readable.ts';
import type { ResourceView } from '../../crud/resource-view.ts';
import { useResourceView } from '../../crud/resource-views.ts';
import { valuesOf } from '../../domain/field-changes.ts';
import { fieldLabel } from '../../domain/field-labels.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { surelyRefused } from '../../outbox/mutation.ts';
import { decideGroup } from '../../records/parked.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { type ParkedEntry, refusedText } from '../../records/refusal-groups.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { formatFull } from '../../ui/text/format-date.ts';
import { listed } from '../../ui/text/listed.ts';
import { changeNames } from '../../words/common.ts';
import { parkedChangeWords, refusedGroupWords } from '../../words/sync-screen.ts';
import { EachChange } from './each-change.tsx';
import { ParkedChange } from './parked-change.tsx';
import { parkedWords } from './parked-words.ts';
import css from './sync-screen.module.css';

const CorrectGroup = lazyPart(() => import('./correct-group.tsx'));
const DiscardGroup = lazyPart(() => import('./discard-group.tsx'));

/** Records that are named. */
const NAMED = 3;

interface Props {
  readonly group: ParkedEntry;
  /** The change that the address asks for; null where it asks for none of these. */
  readonly askedId: string | null;
  readonly onEdit: (group: ParkedEntry) => void;
}

/** Changes that the server refused for the same reason: one card, one decision, and each of them behind a fold. */
export function RefusedGroup({ group, askedId, onEdit }: Props) {
  const { changes } = group;
  const [first] = changes;
  const view = useResourceView(first.resource);
  const names = useNames(group);
  const what = groupTitle(group);
  const since = Math.min(...changes.map(({ refusal }) => refusal?.at ?? Number.POSITIVE_INFINITY));
  return (
    <li className={css['change']}>
      <p className={css['title']}>{what}</p>
      <p className={css['what']}>
        <span>{names}</span>
        <span>{` · ${parkedChangeWords.since({ time: formatFull(since) })}`}</span>
      </p>
      <div className={css['said']}>
        <Notice tone="error">
          <Reason group={group} view={view} />
        </Notice>
      </div>
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
    </li>
  );
}

/** Shows the server's message; one example if the messages differ. */
function Reason({ group: { changes }, view }: { readonly group: ParkedEntry; readonly view: ResourceView }) {
  const [first, ...others] = changes;
  const lines = parkedWords(first, view);
  const isSame = others.every((other) => parkedWords(other, view).join() === lines.join());
  return (
    <>
      {!isSame && <p>{refusedGroupWords.forExample}</p>}
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </>
  );
}

type WaysProps = Pick<Props, 'group' | 'onEdit'> & { readonly what: string; readonly names: string };

function GroupWays({ group, what, names, onEdit }: WaysProps) {
  const services = useRecordServices();
  const [deciding, setDeciding] = useState(false);
  const [opened, setOpened] = useState<'correct' | 'discard' | null>(null);
  const { changes } = group;
  const count = changes.length;
  const mayEdit = changes.every((change) => change.kind !== 'delete' && surelyRefused(change));
  const refused = mayEdit ? refusedText(group) : null;
  const close = (): void => setOpened(null);

  async function retryAll(): Promise<void> {
    setDeciding(true);
    await decideGroup(services, group, 'retry').finally(() => setDeciding(false));
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, these are buttons
    <div role="group" aria-label={refusedGroupWords.choices({ what })} className={css['ways']}>
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
      <LazySlot onClose={close}>
        {opened === 'correct' && refused && <CorrectGroup group={group} refused={refused} onClose={close} />}
        {opened === 'discard' && <DiscardGroup group={group} names={names} onClose={close} />}
      </LazySlot>
    </div>
  );
}

/** '30 new customers'. */
function groupTitle({ changes }: ParkedEntry): string {
  const [{ resource, kind }] = changes;
  const nouns = resourceSpecs[resource].label.plural.toLowerCase();
  return refusedGroupWords[kind]({ count: changes.length, nouns });
}

/** The first ones by name, and how many more. */
function useNames({ changes }: ParkedEntry): string {
  const { collections } = useRecordServices();
  const names = changes.slice(0, NAMED).map(({ resource, localId, fields }) => {
    const seen = collections[resource].find(localId)?.view ?? valuesOf(fields);
    return titleOf(resource, seen);
  });
  const more = changes.length - names.length;
  return listed(more > 0 ? [...names, changeNames.more({ count: more })] : names);
}
