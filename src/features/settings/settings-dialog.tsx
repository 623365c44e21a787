import '@mantine/core/styles/Input.layer.css';
import { Button, Textarea, type TextareaProps, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { DiscardQuestion } from '../../crud/form/kept-draft.tsx';
import { USUAL_TEMPLATES } from '../../domain/day/checklist.ts';
import type { SettingName, Settings } from '../../domain/settings.ts';
import type { SettingsDraft } from '../../outbox/kept-settings.ts';
import { mergeChecklists } from '../../outbox/merge/merge-checklists.ts';
import { saveSettings } from '../../records/company-settings.ts';
import { SettingsDraftKeeper } from '../../records/drafts/settings-draft.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { NotSavedError } from '../../records/save-transaction.ts';
import { Dialog, DialogButtons } from '../../ui/feedback/dialog.tsx';
import { ErrorAlert, Notice } from '../../ui/feedback/notice.tsx';
import { useUnsavedInput } from '../../ui/fields/unsaved-input.ts';
import { settingLabels, settingsWords } from '../../words/settings-and-about.ts';
import { DocumentTextsField } from './document-texts-field.tsx';
import { LogoField } from './logo-field.tsx';
import css from './settings-dialog.module.css';
import { UsualTextarea } from './usual-textarea.tsx';

interface Props {
  readonly settings: Settings;
  readonly begun: SettingsDraft | undefined;
  readonly isShared: boolean;
  readonly onClose: () => void;
}

export function SettingsDialog({ settings, begun, isShared, onClose }: Props) {
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
      <form onSubmit={submit} noValidate className={css.form}>
        <p className={css.note}>{isShared ? settingsWords.keptByServer : settingsWords.keptByDevice}</p>
        {isBegun && <Notice tone="info">{settingsWords.begun}</Notice>}
        <ErrorAlert lines={form.problem} />
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
    description: form.savedElsewhere(name),
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
        note={form.savedElsewhere('companyLogo')}
        onChange={(logo) => form.change('companyLogo', logo)}
      />
      <TextInput autoComplete="name" {...field('myName')} />
      <Checklists form={form} {...field('checklists')} />
      <DocumentTextsField {...field('documentTexts')} />
    </>
  );
}

type ListsProps = Pick<TextareaProps, 'label' | 'description' | 'onChange'> & {
  readonly form: ReturnType<typeof useSettingsForm>;
};

function Checklists({ form, description, ...field }: ListsProps) {
  return (
    <UsualTextarea
      {...field}
      description={description ?? settingsWords.checklistsHint}
      value={form.draft.checklists}
      usual={USUAL_TEMPLATES}
    />
  );
}

export interface SettingsForm {
  readonly draft: Settings;
  readonly dirty: boolean;
  readonly saving: boolean;
  readonly problem: readonly string[];
  readonly savedElsewhere: (name: SettingName) => string | undefined;
  readonly change: (name: SettingName, value: string) => void;
  readonly submit: () => Promise<void>;
  readonly drop: () => void;
}

interface Options {
  readonly settings: Settings;
  readonly begun: SettingsDraft | undefined;
  readonly onSaved: () => void;
}

/** Fields that the user has not edited show what others save. */
function useSettingsForm({ settings, begun, onSaved }: Options): SettingsForm {
  const services = useRecordServices();
  const [edits, setEdits] = useState(begun ?? {});
  const latest = useRef(edits);
  const [keeper] = useState(() => new SettingsDraftKeeper(services, begun));
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<readonly string[]>([]);
  const changed = entriesOf(edits).filter(([name, { value }]) => value !== settings[name]);
  const values = (of: typeof changed): Partial<Settings> =>
    Object.fromEntries(of.map(([name, { value }]) => [name, value]));

  useEffect(() => {
    keeper.open();
    return () => keeper.close();
  }, [keeper]);

  /** Keeps what others changed in the checklists since the user began to edit them. */
  function withOthersEdits(saved: Partial<Settings>): Partial<Settings> {
    const { checklists: edit } = edits;
    if (!edit || saved.checklists === undefined) return saved;
    return { ...saved, checklists: mergeChecklists(edit.base, settings.checklists, edit.value).text };
  }

  async function submit(): Promise<void> {
    if (saving) return;
    setSaving(true);
    setProblem([]);
    try {
      await keeper.end();
      await saveSettings(services, withOthersEdits(values(changed)), settings);
      onSaved();
    } catch (error) {
      keeper.resume();
      setProblem([error instanceof NotSavedError ? error.message : settingsWords.notSaved]);
    } finally {
      setSaving(false);
    }
  }

  return {
    draft: { ...settings, ...values(entriesOf(edits)) },
    dirty: changed.length > 0,
    saving,
    problem,
    savedElsewhere: (name) => {
      const edit = edits[name];
      if (!edit || edit.base === settings[name] || edit.value === settings[name]) return undefined;
      if (name === 'companyLogo') return settingsWords.logoSavedElsewhere;
      if (name === 'documentTexts') return settingsWords.textsSavedElsewhere;
      if (name === 'checklists') return settingsWords.checklistsSavedElsewhere;
      return settingsWords.savedElsewhere({ value: settings[name] });
    },
    change: (name, value) => {
      const base = latest.current[name]?.base ?? settings[name];
      latest.current = { ...latest.current, [name]: { base, value } };
      setEdits(latest.current);
      const isBack = entriesOf(latest.current).every(([one, typed]) => typed.value === settings[one]);
      keeper.keep(isBack ? null : latest.current);
    },
    submit,
    drop: () => keeper.drop(),
  };
}

function entriesOf(edits: SettingsDraft): [SettingName, NonNullable<SettingsDraft[SettingName]>][] {
  return Object.entries(edits) as [SettingName, NonNullable<SettingsDraft[SettingName]>][];
}
