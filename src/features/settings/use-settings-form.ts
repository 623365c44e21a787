import { useState } from 'react';
import type { SettingName, Settings } from '../../domain/settings.ts';
import { useRecordServices } from '../../records/records-context.ts';
import { saveSettings } from '../../records/save-settings.ts';
import { NotSavedError } from '../../records/save-transaction.ts';
import { settingsWords } from '../../words/settings.ts';

/** What a person made of a setting, and what it was when they began. */
interface Edit {
  readonly base: string;
  readonly value: string;
}

type Edits = Readonly<Partial<Record<SettingName, Edit>>>;

export interface SettingsForm {
  readonly draft: Settings;
  readonly dirty: boolean;
  readonly saving: boolean;
  /** Why nothing was saved, a line each. */
  readonly problem: readonly string[];
  /** Words on what another tab has made of the same setting meanwhile; undefined where none has. */
  readonly elsewhere: (name: SettingName) => string | undefined;
  readonly change: (name: SettingName, value: string) => void;
  readonly submit: () => Promise<void>;
}

/** The settings in a form: what nobody touched here follows what other tabs save. */
export function useSettingsForm(settings: Settings, onSaved: () => void): SettingsForm {
  const services = useRecordServices();
  const [edits, setEdits] = useState<Edits>({});
  const [saving, setSaving] = useState(false);
  const [problem, setProblem] = useState<readonly string[]>([]);
  const changed = entriesOf(edits).filter(([name, { value }]) => value !== settings[name]);
  const values = (of: typeof changed): Partial<Settings> =>
    Object.fromEntries(of.map(([name, { value }]) => [name, value]));

  async function submit(): Promise<void> {
    if (saving) return;
    setSaving(true);
    setProblem([]);
    try {
      if (changed.length > 0) await saveSettings(services, values(changed));
      onSaved();
    } catch (error) {
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
      return settingsWords.savedElsewhere({ value: settings[name] });
    },
    change: (name, value) =>
      setEdits((now) => ({ ...now, [name]: { base: now[name]?.base ?? settings[name], value } })),
    submit,
  };
}

function entriesOf(edits: Edits): [SettingName, Edit][] {
  return Object.entries(edits) as [SettingName, Edit][];
}
