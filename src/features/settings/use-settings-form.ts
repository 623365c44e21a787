import { useEffect, useRef, useState } from 'react';
import type { SettingName, Settings } from '../../domain/settings.ts';
import type { SettingsDraft } from '../../outbox/kept-settings.ts';
import { mergeChecklists } from '../../outbox/merge/merge-checklists.ts';
import { saveSettings } from '../../records/company-settings.ts';
import { SettingsDraftKeeper } from '../../records/drafts/settings-draft.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { NotSavedError } from '../../records/save-transaction.ts';
import { settingsWords } from '../../words/settings.ts';

export interface SettingsForm {
  readonly draft: Settings;
  readonly dirty: boolean;
  readonly saving: boolean;
  /** Why nothing was saved, a line each. */
  readonly problem: readonly string[];
  /** Words on what another tab or person has made of the same setting meanwhile; undefined where nobody has. */
  readonly elsewhere: (name: SettingName) => string | undefined;
  readonly change: (name: SettingName, value: string) => void;
  readonly submit: () => Promise<void>;
  /** Drops the text that was typed. */
  readonly drop: () => void;
}

interface Options {
  /** As they are on the device, live. */
  readonly settings: Settings;
  /** Text that was typed before and not saved. */
  readonly begun: SettingsDraft | undefined;
  readonly onSaved: () => void;
}

/** The settings in a form: what nobody touched here follows what others save. */
export function useSettingsForm({ settings, begun, onSaved }: Options): SettingsForm {
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

  /** Keeps the checklists that others have changed since this one was begun. */
  function withOthers(saved: Partial<Settings>): Partial<Settings> {
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
      await saveSettings(services, withOthers(values(changed)), settings);
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
    elsewhere: (name) => {
      const edit = edits[name];
      if (!edit || edit.base === settings[name] || edit.value === settings[name]) return undefined;
      if (name === 'companyLogo') return settingsWords.logoSavedElsewhere;
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
