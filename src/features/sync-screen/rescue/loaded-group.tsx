import { Button } from '@mantine/core';
import { useState } from 'react';
import { decideGroup } from '../../../records/parked.ts';
import { useRecordServices } from '../../../records/record-services.ts';
import type { ParkedEntry } from '../../../records/refusal-groups.ts';
import { useHeldCount } from '../../../records/signed-holds.ts';
import { Dialog, DialogButtons } from '../../../ui/feedback/dialog.tsx';
import { formatFull } from '../../../ui/text/format-date.ts';
import { signedHoldWords } from '../../../words/documents.ts';
import { loadedGroupWords as words } from '../../../words/rescue.ts';
import { CardHead, EachChange, QuestionCard, Ways } from '../change-card.tsx';
import { ParkedChange } from '../parked-change.tsx';

interface Props {
  readonly group: ParkedEntry;
  readonly askedId: string | null;
}

/** Shows the changes that were loaded from a file, of all kinds of record. */
export function LoadedGroup({ group, askedId }: Props) {
  const services = useRecordServices();
  const [deciding, setDeciding] = useState(false);
  const [discarding, setDiscarding] = useState<ParkedEntry | null>(null);
  const { changes } = group;
  const count = changes.length;
  const since = Math.min(...changes.map(({ refusal }) => refusal?.at ?? Number.POSITIVE_INFINITY));

  async function sendAll(): Promise<void> {
    setDeciding(true);
    await decideGroup(services, group, { what: 'retry' }).finally(() => setDeciding(false));
  }

  return (
    <QuestionCard
      head={<CardHead title={words.title({ count })}>{words.loaded({ time: formatFull(since) })}</CardHead>}
      notice={<p>{words.what}</p>}
    >
      <Ways label={words.choices}>
        <Button loading={deciding} onClick={() => void sendAll()}>
          {words.sendAll({ count })}
        </Button>
        <Button variant="default" disabled={deciding} onClick={() => setDiscarding(group)}>
          {words.discardAll({ count })}
        </Button>
      </Ways>
      <EachChange isAsked={askedId !== null}>
        {(limit) => {
          const shown = changes.filter(({ id }, n) => n < limit || id === askedId);
          const items = shown.map((change) => (
            <ParkedChange key={change.id} change={change} asked={change.id === askedId} />
          ));
          return { items, left: changes.length - shown.length };
        }}
      </EachChange>
      {discarding && <DiscardLoaded group={discarding} onClose={() => setDiscarding(null)} />}
    </QuestionCard>
  );
}

function DiscardLoaded({ group, onClose }: { readonly group: ParkedEntry; readonly onClose: () => void }) {
  const services = useRecordServices();
  const [deciding, setDeciding] = useState(false);
  const held = useHeldCount(group.changes);

  function discard(): void {
    setDeciding(true);
    void decideGroup(services, group, { what: 'discard' }).finally(onClose);
  }

  if (held === undefined) return null;
  return (
    <Dialog
      title={words.discardTitle({ count: group.changes.length })}
      size="small"
      onClose={deciding ? () => {} : onClose}
    >
      <span>{words.discardQuestion}</span>
      {held > 0 && <p>{signedHoldWords.group({ count: held })}</p>}
      <DialogButtons>
        <Button variant="default" onClick={onClose} disabled={deciding} data-autofocus>
          {words.keep}
        </Button>
        {held < group.changes.length && (
          <Button color="red.9" loading={deciding} onClick={discard}>
            {words.discard}
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  );
}
