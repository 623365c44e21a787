import { Button } from '@mantine/core';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { Fields, RecordKind } from '../../domain/resource-spec.ts';
import type { SaveReceipt } from '../../records/commands.ts';
import { DraftKeeper } from '../../records/drafts/draft-keeper.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { Dialog, DialogButtons } from '../../ui/feedback/dialog.tsx';
import { commonWords } from '../../words/common.ts';
import { discardDraftWords } from '../../words/form.ts';
import type { ResumedDraft } from './resumed-draft.ts';

interface StoredRecord {
  /** Null if never saved. */
  readonly localId: string | null;
  readonly fields: Fields;
}

interface Options {
  readonly resource: RecordKind;
  /** The initial state. `store` replaces it. */
  readonly saved: StoredRecord;
  readonly resumed: ResumedDraft | undefined;
  readonly decides: boolean;
  readonly part?: string;
}

export interface KeptDraft {
  readonly draft: Fields;
  /** Returns the current draft, even after an await. */
  readonly latest: () => Fields;
  /** The reason why closing the page would lose the draft, if any. */
  readonly trouble: ReturnType<DraftKeeper['getSnapshot']>;
  readonly change: (change: Partial<Fields>) => void;
  /** Stores the draft without delay. Never rejects. */
  readonly flush: () => Promise<void>;
  /**
   * Runs `save`, then forgets the stored draft, because the outbox has the change.
   * @param fields what is saved, if it is not the draft of this render
   */
  readonly store: (save: (draftId: string) => Promise<SaveReceipt>, fields?: Fields) => Promise<SaveReceipt>;
  readonly drop: () => void;
}

export function useKeptDraft({ resource, saved, resumed, decides, part }: Options): KeptDraft {
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
    const change = { resource, localId, initial: fields, fields: latest.current, decides };
    const content = part === undefined ? change : { ...change, part };
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
    flush: () => keeper.flush(),
    store: async (save, fields = draft) => {
      const draftId = keeper.saving();
      try {
        const receipt = await save(draftId);
        keeper.saved();
        stored.current = { localId: receipt.localId, fields };
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

/** Compares by content, so reverted typing is not a change. */
export function sameFields(one: Fields, other: Fields): boolean {
  return Object.keys({ ...one, ...other }).every((field) => one[field] === other[field]);
}

interface DiscardQuestionProps {
  readonly words?: string;
  readonly onKeep: () => void;
  readonly onDiscard: () => void;
}

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
