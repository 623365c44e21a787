import { Button } from '@mantine/core';
import { changeWords } from '../../crud/change-words.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import type { Mutation } from '../../outbox/mutation.ts';
import { discardParked } from '../../records/parked.ts';
import { useRecordServices } from '../../records/records-context.ts';
import { useWaitingDependants } from '../../records/use-dependants.ts';
import { Dialog, DialogButtons } from '../../ui/feedback/dialog.tsx';

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
    await discardParked(services, change.id);
    onClose();
  }

  // The question is asked whole, a moment later.
  if (waiting === undefined) return null;
  return (
    <Dialog title="Discard my change" size="small" onClose={onClose}>
      {changeWords(change, label)}, {title}: {consequence(change, label.noun)}
      {change.kind === 'create' && waiting > 0 && <p>{left(waiting, label.noun)}</p>}
      <DialogButtons>
        <Button variant="default" onClick={onClose} data-autofocus>
          Keep
        </Button>
        <Button color="red.9" onClick={() => void discard()}>
          Discard
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

/** What becomes of the changes that refer to a new record which will never be on the server. */
function left(count: number, noun: string): string {
  const [changes, wait, refer] = count === 1 ? ['change', 'waits', 'refers'] : ['changes', 'wait', 'refer'];
  return `${count.toLocaleString()} ${changes} that ${wait} to be sent ${refer} to this ${noun} and will need attention.`;
}

function consequence({ kind, refusal }: Mutation, noun: string): string {
  if (kind === 'create' || refusal?.reason === 'deletedOnServer')
    return `this ${noun} will be removed from this device for good.`;
  return kind === 'delete' ? `the ${noun} stays.` : 'the server’s values will be shown again.';
}
