import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { FieldProblem } from '../../domain/check.ts';
import { failedTo } from '../../domain/error-catalogue.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import { resourceSpecs, specOf } from '../../domain/resource-specs.ts';
import { fieldErrors } from '../../domain/server-message.ts';
import type { Mutation, ServerRefusal } from '../../outbox/mutation.ts';
import { createRecord, type SaveReceipt, updateRecord } from '../../records/commands.ts';
import { DraftKeeper, type DraftTrouble } from '../../records/draft-keeper.ts';
import { discardParked } from '../../records/parked.ts';
import type { RecordServices } from '../../records/record-services.ts';
import { useRecordServices } from '../../records/records-context.ts';
import { DeviceFullError } from '../../records/save-transaction.ts';
import type { RecordRow } from '../../records/use-records.ts';
import { watchSave } from '../../records/watch-save.ts';
import { readable } from '../readable.ts';
import { notSavedWords, wording } from '../refusal-words.ts';
import type { ResourceView } from '../resource-view.ts';
import { type BegunForm, blank } from './begun-form.ts';

interface Options {
  readonly view: ResourceView;
  /** The record to edit; null makes a new one. Read once: later changes of it do not disturb the person. */
  readonly row: RecordRow<Fields> | null;
  /** What the server said to the change that is being mended. */
  readonly refusal?: ServerRefusal | undefined;
  /** What a new record begins with besides its defaults. */
  readonly initial?: Fields | undefined;
  /** Both sides of a conflict stood before the person: what is saved decides it. */
  readonly decides?: boolean | undefined;
  /** What was typed before and not saved: the form goes on with it. */
  readonly begun?: BegunForm | undefined;
  /** With the local id of what was saved; null when nothing was. */
  readonly onClose: (saved: string | null) => void;
}

export interface ResourceForm {
  readonly draft: Fields;
  /** Why a page that dies takes with it what was typed; null where it does not. */
  readonly trouble: DraftTrouble | null;
  /** True when closing would lose something that was typed. */
  readonly dirty: boolean;
  readonly saving: boolean;
  /** It is not on the device yet. */
  readonly storing: boolean;
  /** What went wrong, a line each. */
  readonly problem: readonly string[];
  /** What cancelling drops: a change that this dialog saved and the server refused; null where there is none. */
  readonly refused: Mutation['kind'] | null;
  readonly errors: Readonly<Record<string, string>>;
  readonly change: (change: Partial<Fields>) => void;
  /** Saves, and closes once the server has it or it is sure to wait on the device. */
  readonly submit: () => Promise<void>;
  /**
   * Closes without saving. Drops a change that this very dialog saved and the server refused. Does nothing
   * while a save is under way: its answer must find the dialog that asked.
   */
  readonly cancel: () => Promise<void>;
}

/** What the dialog has saved so far. */
interface Saved {
  readonly localId: string | null;
  /** The fields as the device holds them: changes are counted from here. */
  readonly fields: Fields;
  /** Refused by the server while this dialog watched. */
  readonly refused: Mutation | null;
}

/** The draft of one record in a dialog, and what becomes of it. */
export function useResourceForm(options: Options): ResourceForm {
  const { view, row, refusal, decides = false, begun, onClose } = options;
  const services = useRecordServices();
  const [saved, setSaved] = useState<Saved>(() => ({
    localId: row?.localId ?? null,
    fields: beginning(services, options),
    refused: null,
  }));
  const [draft, setDraft] = useState(begun?.fields ?? saved.fields);
  /** The draft as it is now, and what of it the device has, for what goes on across an await. */
  const latest = useRef(draft);
  const kept = useRef<Omit<Saved, 'refused'>>(saved);
  const [keeper] = useState(() => new DraftKeeper(services, begun?.draft ?? null));
  const trouble = useSyncExternalStore(keeper.subscribe, keeper.getSnapshot);
  useEffect(() => {
    keeper.open();
    return () => keeper.close();
  }, [keeper]);
  const [saving, setSaving] = useState(false);
  const [storing, setStoring] = useState(false);
  const [problem, setProblem] = useState(() => (refusal ? wording(view, refusal) : []));
  const [errors, setErrors] = useState(() => fieldErrors(refusal?.body));

  async function submit(): Promise<void> {
    if (saving) return;
    const refused = specOf(view.resource).check?.(draft) ?? [];
    setProblem(refused.map(({ alert }) => alert).filter((alert) => alert !== null));
    setErrors(inlineErrors(refused));
    if (refused.length > 0) return;
    setSaving(true);
    setStoring(true);
    setProblem([]);
    try {
      const receipt = await store();
      setStoring(false);
      const result = await watchSave(services, receipt);
      // What was typed while the server was asked is not saved yet.
      const typedOn = !sameFields(latest.current, draft);
      if (result.outcome !== 'refused' && !typedOn) return onClose(receipt.localId);
      const refused = result.outcome === 'refused' ? result.mutation : null;
      setSaved({ localId: receipt.localId, fields: draft, refused });
      if (result.outcome !== 'refused') return;
      setProblem(result.mutation.refusal ? wording(view, result.mutation.refusal) : failed(view));
      setErrors(fieldErrors(result.mutation.refusal?.body));
    } catch (error) {
      const [nothing = ''] = failed(view);
      const words = notSavedWords(error, row ? 'Update' : 'Create', nothing);
      setProblem([error instanceof DeviceFullError ? `${words} What you typed is still here.` : words]);
    } finally {
      setStoring(false);
      setSaving(false);
    }
  }

  /** Saves the draft, which is kept no longer then: what it holds is in the outbox. */
  async function store(): Promise<SaveReceipt> {
    keeper.saving();
    try {
      const receipt = await save(services, view, { saved, draft, decides, draftId: keeper.id });
      keeper.saved();
      kept.current = { localId: receipt.localId, fields: draft };
      keep();
      return receipt;
    } catch (error) {
      keeper.notSaved();
      throw error;
    }
  }

  function keep(): void {
    const { localId, fields } = kept.current;
    const content = { resource: view.resource, localId, initial: fields, fields: latest.current, decides };
    keeper.keep(sameFields(latest.current, fields) ? null : content);
  }

  // A record that already waited for a person keeps that change: it was not made in this dialog.
  const mine = row?.mark === 'attention' ? null : saved.refused;

  async function cancel(): Promise<void> {
    if (saving) return;
    if (mine) await discardParked(services, mine.id);
    keeper.drop();
    onClose(null);
  }

  return {
    draft,
    trouble,
    dirty: mine !== null || !sameFields(draft, saved.fields),
    saving,
    storing,
    problem,
    refused: mine?.kind ?? null,
    errors,
    change: (change) => {
      latest.current = { ...latest.current, ...change } as Fields;
      setDraft(latest.current);
      keep();
      // What was said about a field was said about its old value.
      setErrors((now) => Object.fromEntries(Object.entries(now).filter(([field]) => !(field in change))));
    },
    submit,
    cancel,
  };
}

/** By field; '' where the alert has the words. */
function inlineErrors(problems: readonly FieldProblem[]): Record<string, string> {
  return Object.fromEntries(problems.map(({ field, inline }) => [field, inline ?? '']));
}

/** By content: what was typed and taken back is no change. */
function sameFields(one: Fields, other: Fields): boolean {
  return Object.keys({ ...one, ...other }).every((field) => one[field] === other[field]);
}

/** What changes are counted from. */
function beginning(services: RecordServices, { view, row, initial, begun }: Options): Fields {
  if (begun) return begun.initial;
  if (row) return readable(view.resource, row.view);
  return { ...blank(services, view.resource), ...initial };
}

/** After a refusal the record exists, if only here: saving again changes what is parked. */
function save(
  services: RecordServices,
  view: ResourceView,
  {
    saved,
    draft,
    ...how
  }: {
    readonly saved: Saved;
    readonly draft: Fields;
    readonly decides: boolean;
    readonly draftId: string;
  },
): Promise<SaveReceipt> {
  const { localId, fields } = saved;
  if (localId === null) {
    return createRecord(services, view.resource, draft, {
      watch: true,
      initial: fields,
      draftId: how.draftId,
    });
  }
  return updateRecord(services, view.resource, localId, { initial: fields, draft, watch: true, ...how });
}

/** The device itself could not keep the change. */
function failed(view: ResourceView): readonly string[] {
  return [failedTo('save', resourceSpecs[view.resource].label.noun)];
}
