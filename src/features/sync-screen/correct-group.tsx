import '@mantine/core/styles/Input.layer.css';
import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { fieldLabel, specOf } from '../../domain/resource-specs.ts';
import { decideGroup } from '../../records/parked.ts';
import { useRecordServices } from '../../records/record-services.ts';
import type { ParkedEntry, refusedText } from '../../records/refusal-groups.ts';
import { Dialog, DialogButtons } from '../../ui/feedback/dialog.tsx';
import { commonWords } from '../../words/common.ts';
import { refusedGroupWords } from '../../words/sync.ts';

interface Props {
  readonly group: ParkedEntry;
  readonly refused: NonNullable<ReturnType<typeof refusedText>>;
  readonly onClose: () => void;
}

export function CorrectGroup({ group: asked, refused, onClose }: Props) {
  const services = useRecordServices();
  const [group] = useState(asked);
  const [{ field, value: old }] = useState(refused);
  const [value, setValue] = useState(old);
  const [saving, setSaving] = useState(false);
  const [{ resource }] = group.changes;
  const count = group.changes.length;
  const nouns = specOf(resource).label.plural.toLowerCase();
  const label = fieldLabel(field);

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    setSaving(true);
    await decideGroup(services, group, { what: 'correct', field, value: value.trim() }).finally(onClose);
  }

  return (
    <Dialog
      title={refusedGroupWords.correctTitle({ field: label, count, nouns })}
      size="small"
      onClose={saving ? () => {} : onClose}
    >
      <form onSubmit={(event) => void submit(event)} noValidate autoComplete="off">
        <TextInput
          label={label}
          description={refusedGroupWords.correctHint}
          autoComplete="off"
          data-autofocus
          value={value}
          onChange={(event) => setValue(event.currentTarget.value)}
        />
        <DialogButtons>
          <Button variant="default" onClick={onClose} disabled={saving}>
            {commonWords.cancel}
          </Button>
          <Button type="submit" loading={saving}>
            {refusedGroupWords.correctAll({ count })}
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  );
}
