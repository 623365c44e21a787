import { Button } from '@mantine/core';
import { changeWords } from '../../crud/change-words.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import { decideParked } from '../../records/parked.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { useWaitingDependants } from '../../records/referring-records.ts';
import { Dialog, DialogButtons } from '../../ui/feedback/dialog.tsx';
import { discardWords } from '../../words/sync-screen.ts';

export interface DiscardConfirmProps {
  readonly change: Mutation;
  readonly title: string;
  readonly onClose: () => void;
}

/** Asks before a change is dropped for good: the only act in the app that loses what somebody typed. */
export default function DiscardConfirm({ change, title, onClose }: DiscardConfirmProps) {
  const services = useRecordServices();
  const waiting = useWaitingDependants(change.resource, change.localId);
  const { label } = resourceSpecs[change.resource];

  async function discard(): Promise<void> {
    await decideParked(services, change.id, { what: 'discard' });
    onClose();
  }

  // The question is asked whole, a moment later.
  if (waiting === undefined) return null;
  return (
    <Dialog title={discardWords.title} size="small" onClose={onClose}>
      <span>{question(change, { change: changeWords(change, label), title, noun: label.noun })}</span>
      {change.kind === 'create' && waiting > 0 && (
        <p>{discardWords.referring({ count: waiting, noun: label.noun })}</p>
      )}
      <DialogButtons>
        <Button variant="default" onClick={onClose} data-autofocus>
          {discardWords.keep}
        </Button>
        <Button color="red.9" onClick={() => void discard()}>
          {discardWords.discard}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

/** Names the discarded change, and the record's values after it. */
function question(
  { kind, refusal }: Mutation,
  names: { readonly change: string; readonly title: string; readonly noun: string },
): string {
  if (kind === 'create' || refusal?.reason === 'deletedOnServer') return discardWords.removesRecord(names);
  return kind === 'delete' ? discardWords.keepsRecord(names) : discardWords.showsServers(names);
}
