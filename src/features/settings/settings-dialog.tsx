import '@mantine/core/styles/Input.layer.css';
import { Button, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { DiscardQuestion } from '../../crud/form/discard-question.tsx';
import type { SettingName, Settings } from '../../domain/settings.ts';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { DialogButtons } from '../../ui/feedback/dialog-buttons.tsx';
import { ErrorAlert } from '../../ui/feedback/error-alert.tsx';
import { useUnsavedInput } from '../../ui/fields/unsaved-input.ts';
import { LogoField } from './logo-field.tsx';
import css from './settings-dialog.module.css';
import { useSettingsForm } from './use-settings-form.ts';

interface Props {
  /** As they are on the device, live. */
  readonly settings: Settings;
  readonly onClose: () => void;
}

/** The form of the settings. A lazy chunk. */
export default function SettingsDialog({ settings, onClose }: Props) {
  const form = useSettingsForm(settings, onClose);
  const [asking, setAsking] = useState(false);
  useUnsavedInput(form.dirty);

  function leave(): void {
    if (form.saving) return;
    if (form.dirty) setAsking(true);
    else onClose();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    void form.submit();
  }

  const field = (name: SettingName) => ({
    value: form.draft[name],
    description: form.elsewhere(name),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      form.change(name, currentTarget.value),
  });

  return (
    <Dialog title="Edit Settings" size="small" onClose={leave}>
      <form onSubmit={submit} noValidate className={css['form']}>
        {form.problem.length > 0 && <ErrorAlert lines={form.problem} />}
        <TextInput
          label="Company Name"
          data-autofocus
          autoComplete="organization"
          {...field('companyName')}
        />
        <Textarea
          label="Company Address"
          rows={3}
          autoComplete="street-address"
          {...field('companyAddress')}
        />
        <TextInput label="Company Phone" type="tel" autoComplete="tel" {...field('companyPhone')} />
        <LogoField
          value={form.draft.companyLogo}
          note={form.elsewhere('companyLogo')}
          onChange={(logo) => form.change('companyLogo', logo)}
        />
        <TextInput label="My Name" autoComplete="name" {...field('myName')} />
        <DialogButtons>
          <Button variant="default" onClick={leave} disabled={form.saving}>
            Cancel
          </Button>
          <Button type="submit" loading={form.saving}>
            Save
          </Button>
        </DialogButtons>
      </form>
      {asking && <DiscardQuestion onKeep={() => setAsking(false)} onDiscard={onClose} />}
    </Dialog>
  );
}
