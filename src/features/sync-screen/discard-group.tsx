import { Button } from '@mantine/core';
import { useState } from 'react';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { decideGroup } from '../../records/parked.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { useWaitingReferrers } from '../../records/referring-records.ts';
import type { ParkedEntry } from '../../records/refusal-groups.ts';
import { Dialog, DialogButtons } from '../../ui/feedback/dialog.tsx';
import { discardWords } from '../../words/sync-screen.ts';

interface Props {
  readonly group: ParkedEntry;
  /** The first names and the number of the others. */
  readonly names: string;
  readonly onClose: () => void;
}

/** Asks before many changes are discarded for good, and names their records. */
export default function DiscardGroup({ group: asked, names: askedNames, onClose }: Props) {
  const services = useRecordServices();
  // The question must not change when another tab decides about some of them.
  const [{ group, names }] = useState({ group: asked, names: askedNames });
  const [deciding, setDeciding] = useState(false);
  const { changes } = group;
  const [{ resource, kind }] = changes;
  const count = changes.length;
  const referring = useWaitingReferrers(
    resource,
    changes.map(({ localId }) => localId),
  );
  const given = { names, count, nouns: resourceSpecs[resource].label.plural.toLowerCase() };

  async function discard(): Promise<void> {
    setDeciding(true);
    await decideGroup(services, group, 'discard').finally(onClose);
  }

  // The question is asked whole, a moment later.
  if (referring === undefined) return null;
  return (
    <Dialog title={discardWords.titleAll({ count })} size="small" onClose={deciding ? () => {} : onClose}>
      <span>{QUESTIONS[kind](given)}</span>
      {kind === 'create' && referring > 0 && <p>{discardWords.referringToAll({ count: referring })}</p>}
      <DialogButtons>
        <Button variant="default" onClick={onClose} disabled={deciding} data-autofocus>
          {discardWords.keep}
        </Button>
        <Button color="red.9" loading={deciding} onClick={() => void discard()}>
          {discardWords.discard}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

const QUESTIONS = {
  create: discardWords.removesRecords,
  update: discardWords.showsServersOfAll,
  delete: discardWords.keepsRecords,
};
