import { useState } from 'react';
import { checkDraft, type FieldProblem } from '../../domain/check.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import type { Mutation, ServerRefusal } from '../../outbox/mutation.ts';
import { createRecord, type SaveReceipt, updateRecord, watchSave } from '../../records/commands.ts';
import { decideParked } from '../../records/parked.ts';
import { type RecordServices, useRecordServices } from '../../records/record-services.ts';
import { DeviceFullError } from '../../records/save-transaction.ts';
import type { RecordRow } from '../../records/use-records.ts';
import { failedToWords } from '../../words/common.ts';
import { formWords } from '../../words/form.ts';
import { notSavedWords } from '../change-words.ts';
import { readable } from '../readable.ts';
import { fieldWording, wording } from '../refusal-words.ts';
import type { ResourceView } from '../resource-view.ts';
import { type KeptDraft, sameFields, useKeptDraft } from './kept-draft.tsx';
import { blank, type ResumedDraft } from './resumed-draft.ts';

interface Options {
  readonly view: ResourceView;
  /** Read only once, so that later changes do not disturb the form. */
  readonly row: RecordRow<Fields> | null;
  readonly refusal?: ServerRefusal | undefined;
  readonly initial?: Fields | undefined;
  readonly decides?: boolean | undefined;
  readonly submit: string;
  readonly resumed?: ResumedDraft | undefined;
  readonly onClose: (saved: string | null) => void;
}

export interface ResourceForm {
  readonly draft: Fields;
  /** Null until saved. */
  readonly localId: string | null;
  readonly trouble: KeptDraft['trouble'];
  readonly dirty: boolean;
  readonly saving: boolean;
  /** The change is not in the device's storage yet. */
  readonly storing: boolean;
  readonly problem: readonly string[];
  /** The kind of the refused change that `cancel` drops. */
  readonly refused: Mutation['kind'] | null;
  readonly errors: Readonly<Record<string, string>>;
  readonly change: (change: Partial<Fields>) => void;
  /** Saves, and closes the form when the server has the change or the change waits safely on the device. */
  readonly submit: () => Promise<void>;
  /**
   * Drops a change that was refused in this dialog. Does nothing during a save, because this dialog must show the
   * answer.
   */
  readonly cancel: () => Promise<void>;
}

interface SavedState {
  readonly localId: string | null;
  /** Changes are computed against these fields. */
  readonly fields: Fields;
  readonly refused: Mutation | null;
}

type Said = Pick<ResourceForm, 'problem' | 'errors'>;

export function useResourceForm(options: Options): ResourceForm {
  const { view, row, decides = false, resumed, onClose } = options;
  const services = useRecordServices();
  const [saved, setSaved] = useState<SavedState>(() => ({
    localId: row?.localId ?? null,
    fields: beginning(services, options),
    refused: null,
  }));
  const typed = useKeptDraft({ resource: view.resource, saved, resumed, decides });
  const { draft, trouble } = typed;
  const { saving, storing, said, forget, submit } = useSaving(options, { typed, saved, setSaved });
  // A change that was parked before this dialog opened is kept.
  const mine = row?.mark === 'attention' ? null : saved.refused;

  async function cancel(): Promise<void> {
    if (saving) return;
    if (mine) await decideParked(services, mine.id, { what: 'discard' });
    typed.drop();
    onClose(null);
  }

  return {
    draft,
    localId: saved.localId,
    trouble,
    dirty: mine !== null || !sameFields(draft, saved.fields),
    saving,
    storing,
    ...said,
    refused: mine?.kind ?? null,
    change: (change) => {
      typed.change(change);
      forget(change);
    },
    submit,
    cancel,
  };
}

interface Form {
  readonly typed: KeptDraft;
  readonly saved: SavedState;
  readonly setSaved: (saved: SavedState) => void;
}

interface Saving extends Pick<ResourceForm, 'saving' | 'storing' | 'submit'> {
  readonly said: Said;
  readonly forget: (change: Partial<Fields>) => void;
}

function useSaving(options: Options, { typed, saved, setSaved }: Form): Saving {
  const { view, refusal, decides = false, onClose } = options;
  const { draft } = typed;
  const services = useRecordServices();
  const [stage, setStage] = useState<'typing' | 'storing' | 'sending'>('typing');
  const [said, setSaid] = useState<Said>(() => wordsOfServer(view, refusal));
  const saving = stage !== 'typing';

  async function submit(): Promise<void> {
    if (saving) return;
    const problems = checkDraft(view.resource, draft, saved.fields);
    setSaid(wordsOfCheck(problems));
    if (problems.length > 0) return;
    setStage('storing');
    try {
      await send();
    } catch (error) {
      setSaid({ problem: [notStored(error, options)], errors: {} });
    } finally {
      setStage('typing');
    }
  }

  async function send(): Promise<void> {
    const receipt = await typed.store((draftId) => save(services, view, { saved, draft, decides, draftId }));
    setStage('sending');
    const result = await watchSave(services, receipt);
    const refused = result.outcome === 'refused' ? result.mutation : null;
    // What the user typed during the save is not saved yet.
    if (!refused && sameFields(typed.latest(), draft)) {
      noteSave(services, options, receipt);
      return onClose(receipt.localId);
    }
    setSaved({ localId: receipt.localId, fields: draft, refused });
    if (refused?.refusal) setSaid(wordsOfServer(view, refused.refusal));
    else if (refused) setSaid({ problem: [failed(view)], errors: {} });
  }

  const forget = (change: Partial<Fields>): void =>
    setSaid(({ problem, errors }) => ({ problem, errors: without(errors, change) }));
  return { saving, storing: stage === 'storing', said, forget, submit };
}

function wordsOfCheck(problems: readonly FieldProblem[]): Said {
  return {
    problem: problems.map(({ alert }) => alert).filter((alert) => alert !== null),
    // Keyed by field. The error is '' if the alert already shows the text.
    errors: Object.fromEntries(problems.map(({ field, inline }) => [field, inline ?? ''])),
  };
}

function wordsOfServer(view: ResourceView, refusal: ServerRefusal | undefined): Said {
  return refusal
    ? { problem: wording(view, refusal), errors: fieldWording(view, refusal) }
    : { problem: [], errors: {} };
}

function notStored(error: unknown, { view, submit }: Options): string {
  if (error instanceof DeviceFullError) return formWords.deviceFull({ button: submit });
  return notSavedWords(error, submit, failed(view));
}

function without(errors: Said['errors'], change: Partial<Fields>): Said['errors'] {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !(field in change)));
}

function beginning(services: RecordServices, { view, row, initial, resumed }: Options): Fields {
  if (resumed) return resumed.initial;
  if (row) return readable(view.resource, row.view);
  return { ...blank(services, view.resource), ...initial };
}

/** After a refusal the record exists on the device, so saving again changes the parked change. */
function save(
  services: RecordServices,
  view: ResourceView,
  {
    saved,
    draft,
    ...how
  }: {
    readonly saved: SavedState;
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

function noteSave(
  { lastSave }: RecordServices,
  { view, row }: Options,
  { localId, mutationId, undo }: SaveReceipt,
): void {
  if (mutationId === null && undo === null) return;
  lastSave.set({ resource: view.resource, localId, kind: row ? 'update' : 'create', undo });
}

function failed(view: ResourceView): string {
  return failedToWords.save({ what: resourceSpecs[view.resource].label.noun });
}
