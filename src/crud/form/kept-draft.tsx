import { Button } from '@mantine/core';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Fields, ResourceName } from '../../domain/resource-spec.ts';
import type { SaveReceipt } from '../../records/commands.ts';
import { DraftKeeper, type DraftTrouble } from '../../records/drafts/draft-keeper.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { Dialog, DialogButtons } from '../../ui/feedback/dialog.tsx';
import { commonWords } from '../../words/common.ts';
import { discardDraftWords } from '../../words/form.ts';
import type { ResumedDraft } from './resumed-draft.ts';

/** What the device has of a record that is being edited. */
interface StoredRecord {
  /** Null while it has none. */
  readonly localId: string | null;
  readonly fields: Fields;
}

interface Options {
  readonly resource: ResourceName;
  /** At first; what is stored later is what `store` saves. */
  readonly saved: StoredRecord;
  /** What was typed before and not saved. */
  readonly resumed: ResumedDraft | undefined;
  readonly decides: boolean;
}

/** What is typed in a form, kept on the device until it is saved or dropped. */
export interface KeptDraft {
  readonly draft: Fields;
  /** The draft as it is now, for what goes on across an await. */
  readonly latest: () => Fields;
  /** Why a page that dies takes it along; null where it does not. */
  readonly trouble: DraftTrouble | null;
  readonly change: (change: Partial<Fields>) => void;
  /** Saves the draft by `save`. It is kept no longer then: what it holds is in the outbox. */
  readonly store: (save: (draftId: string) => Promise<SaveReceipt>) => Promise<SaveReceipt>;
  readonly drop: () => void;
}

export function useKeptDraft({ resource, saved, resumed, decides }: Options): KeptDraft {
  const services = useRecordServices();
  const [draft, setDraft] = useState(resumed?.fields ?? saved.fields);
  const latest = useRef(draft);
  const stored = useRef<StoredRecord>(saved);
  const [keeper] = useState(() => new DraftKeeper(services, resumed?.draft ?? null));
  const trouble = useSyncExternalStore(keeper.subscribe, keeper.getSnapshot);
  useEffect(() => {
    keeper.open();
    return () => keeper.close();
  }, [keeper]);

  function keep(): void {
    const { localId, fields } = stored.current;
    const content = { resource, localId, initial: fields, fields: latest.current, decides };
    keeper.keep(sameFields(latest.current, fields) ? null : content);
  }

  return {
    draft,
    latest: () => latest.current,
    trouble,
    change: (change) => {
      latest.current = { ...latest.current, ...change } as Fields;
      setDraft(latest.current);
      keep();
    },
    store: async (save) => {
      keeper.saving();
      try {
        const receipt = await save(keeper.id);
        keeper.saved();
        stored.current = { localId: receipt.localId, fields: draft };
        keep();
        return receipt;
      } catch (error) {
        keeper.notSaved();
        throw error;
      }
    },
    drop: () => keeper.drop(),
  };
}

/** By content: what was typed and taken back is no change. */
export function sameFields(one: Fields, other: Fields): boolean {
  return Object.keys({ ...one, ...other }).every((field) => one[field] === other[field]);
}

interface DiscardQuestionProps {
  /** What is lost. */
  readonly words?: string;
  readonly onKeep: () => void;
  readonly onDiscard: () => void;
}

/** Asks before a form with something in it is closed. */
export function DiscardQuestion({
  words = discardDraftWords.notSaved,
  onKeep,
  onDiscard,
}: DiscardQuestionProps) {
  return (
    <Dialog title={discardDraftWords.question} size="small" above back="none" onClose={onKeep}>
      <span>{words}</span>
      <DialogButtons>
        <Button variant="default" onClick={onKeep} data-autofocus>
          {discardDraftWords.keepEditing}
        </Button>
        <Button color="red.9" onClick={onDiscard}>
          {commonWords.discard}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
