import { useState } from 'react';
import { checkDraft, type FieldProblem } from '../../domain/check.ts';
import { failedTo } from '../../domain/error-catalogue.ts';
import type { Fields } from '../../domain/resource-spec.ts';
import { resourceSpecs } from '../../domain/resource-specs.ts';
import type { Mutation, ServerRefusal } from '../../outbox/mutation.ts';
import { createRecord, type SaveReceipt, updateRecord } from '../../records/commands.ts';
import type { DraftTrouble } from '../../records/drafts/draft-keeper.ts';
import { decideParked } from '../../records/parked.ts';
import { type RecordServices, useRecordServices } from '../../records/record-services.ts';

import { DeviceFullError } from '../../records/save-transaction.ts';
import type { RecordRow } from '../../records/use-records.ts';
import { watchSave } from '../../records/watch-save.ts';
import { formWords } from '../../words/form.ts';
import { notSavedWords } from '../change-words.ts';
import { readable } from '../readable.ts';
import { fieldWording, wording } from '../refusal-words.ts';
import type { ResourceView } from '../resource-view.ts';
import { type KeptDraft, sameFields, useKeptDraft } from './kept-draft.tsx';
import { blank, type ResumedDraft } from './resumed-draft.ts';

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
  /** Label of the button that saves. */
  readonly submit: string;
  /** What was typed before and not saved: the form goes on with it. */
  readonly resumed?: ResumedDraft | undefined;
  /** With the local id of what was saved; null when nothing was. */
  readonly onClose: (saved: string | null) => void;
}

export interface ResourceForm {
  readonly draft: Fields;
  /** The record's local id; null until it is saved. */
  readonly localId: string | null;
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
interface SavedState {
  readonly localId: string | null;
  /** The fields as the device holds them: changes are counted from here. */
  readonly fields: Fields;
  /** Refused by the server while this dialog watched. */
  readonly refused: Mutation | null;
}

/** What went wrong, in words. */
type Said = Pick<ResourceForm, 'problem' | 'errors'>;

/** The draft of one record in a dialog, and what becomes of it. */
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
  // A record that already waited for a person keeps that change: it was not made in this dialog.
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
  /** What was said about a field was said about its old value. */
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
    // What was typed while the server was asked is not saved yet.
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
    // By field; '' where the alert has the words.
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

/** What changes are counted from. */
function beginning(services: RecordServices, { view, row, initial, resumed }: Options): Fields {
  if (resumed) return resumed.initial;
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

/** Tells the person what was saved, and lets them undo it. */
function noteSave(
  { lastSave }: RecordServices,
  { view, row }: Options,
  { localId, mutationId, undo }: SaveReceipt,
): void {
  if (mutationId === null && undo === null) return;
  lastSave.set({ resource: view.resource, localId, kind: row ? 'update' : 'create', undo });
}

/** The device itself could not keep the change. */
function failed(view: ResourceView): string {
  return failedTo('save', resourceSpecs[view.resource].label.noun);
}
