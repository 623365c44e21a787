import { Button } from '@mantine/core';
import { changeWords } from '../../crud/change-words.ts';
import type { Mutation } from '../../domain/mutation.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import { discardParked } from '../../records/parked.ts';
import { useRecordServices } from '../../records/records-context.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogButtons } from '../../ui/dialog-buttons.tsx';

export interface DiscardConfirmProps {
  readonly change: Mutation;
  readonly title: string;
  readonly onClose: () => void;
}

/** Asks before a change is dropped for good: the only act in the app that loses what somebody typed. */
export default function DiscardConfirm({ change, title, onClose }: DiscardConfirmProps) {
  const services = useRecordServices();
  const { label } = resourceSpecs[change.resource];

  async function discard(): Promise<void> {
    await discardParked(services, change.id);
    onClose();
  }

  return (
    <Dialog title="Discard my change" size="small" onClose={onClose}>
      {changeWords(change, label)}, {title}: {consequence(change, label.noun)}
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

function consequence({ kind, refusal }: Mutation, noun: string): string {
  if (kind === 'create' || refusal?.reason === 'deletedOnServer')
    return `this ${noun} will be gone from this device for good.`;
  return kind === 'delete' ? `the ${noun} stays.` : 'the server’s values will be shown again.';
}
