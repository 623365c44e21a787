import '@mantine/core/styles/Input.layer.css';
import { Button, Textarea, type TextareaProps, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { DiscardQuestion } from '../../crud/form/discard-question.tsx';
import { USUAL_TEMPLATES } from '../../domain/day/checklist-templates.ts';
import type { SettingName, Settings } from '../../domain/settings.ts';
import type { SettingsDraft } from '../../outbox/kept-settings.ts';
import { Dialog, DialogButtons } from '../../ui/feedback/dialog.tsx';
import { ErrorAlert } from '../../ui/feedback/error-alert.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { useUnsavedInput } from '../../ui/fields/unsaved-input.ts';
import { settingLabels, settingsWords } from '../../words/settings.ts';
import { LogoField } from './logo-field.tsx';
import css from './settings-dialog.module.css';
import { useSettingsForm } from './use-settings-form.ts';

interface Props {
  /** As they are on the device, live. */
  readonly settings: Settings;
  /** Text that was typed before and not saved. */
  readonly begun: SettingsDraft | undefined;
  /** True if the server keeps them for all devices. */
  readonly isShared: boolean;
  readonly onClose: () => void;
}

/** The form of the settings. A lazy chunk. */
export default function SettingsDialog({ settings, begun, isShared, onClose }: Props) {
  const form = useSettingsForm({ settings, begun, onSaved: onClose });
  const [isBegun] = useState(form.dirty);
  const [asking, setAsking] = useState(false);
  useUnsavedInput(form.dirty);

  function leave(): void {
    if (form.saving) return;
    if (form.dirty) setAsking(true);
    else onClose();
  }

  function discard(): void {
    form.drop();
    onClose();
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    void form.submit();
  }

  return (
    <Dialog title={settingsWords.editTitle} size="small" onClose={leave}>
      <form onSubmit={submit} noValidate className={css['form']}>
        <p className={css['note']}>{isShared ? settingsWords.keptByServer : settingsWords.keptByDevice}</p>
        {isBegun && <Notice tone="info">{settingsWords.begun}</Notice>}
        {form.problem.length > 0 && <ErrorAlert lines={form.problem} />}
        <Fields form={form} />
        <DialogButtons>
          <Button variant="default" onClick={leave} disabled={form.saving}>
            {settingsWords.cancel}
          </Button>
          <Button type="submit" loading={form.saving}>
            {settingsWords.save}
          </Button>
        </DialogButtons>
      </form>
      {asking && <DiscardQuestion onKeep={() => setAsking(false)} onDiscard={discard} />}
    </Dialog>
  );
}

function Fields({ form }: { readonly form: ReturnType<typeof useSettingsForm> }) {
  const field = (name: SettingName) => ({
    label: settingLabels[name],
    value: form.draft[name],
    description: form.elsewhere(name),
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      form.change(name, currentTarget.value),
  });
  return (
    <>
      <TextInput data-autofocus autoComplete="organization" {...field('companyName')} />
      <Textarea rows={3} autoComplete="street-address" {...field('companyAddress')} />
      <TextInput type="tel" autoComplete="tel" {...field('companyPhone')} />
      <LogoField
        value={form.draft.companyLogo}
        note={form.elsewhere('companyLogo')}
        onChange={(logo) => form.change('companyLogo', logo)}
      />
      <TextInput autoComplete="name" {...field('myName')} />
      <Checklists form={form} {...field('checklists')} />
    </>
  );
}

type ListsProps = Pick<TextareaProps, 'label' | 'description' | 'onChange'> & {
  readonly form: ReturnType<typeof useSettingsForm>;
};

/** The checklists that jobs begin with: the usual ones to begin with, where the company has written none. */
function Checklists({ form, description, ...field }: ListsProps) {
  return (
    <Textarea
      {...field}
      rows={8}
      description={description ?? settingsWords.checklistsHint}
      value={form.draft.checklists || USUAL_TEMPLATES}
    />
  );
}
