import { Button } from '@mantine/core';
import { SaveWork } from '../../features/sync-screen/rescue/save-work.tsx';
import { type RecordServices, RecordsContext } from '../../records/record-services.ts';
import { storageNoticeWords } from '../../words/frame.ts';
import css from '../pwa/update-prompt.module.css';
import type { StorageTrouble } from './storage-troubles.ts';

export interface StorageNoticeProps {
  readonly trouble: StorageTrouble | null;
  /** Why the data is no longer usable, while an unsaved form is still open. */
  readonly closed: string | null;
  readonly dismiss: () => void;
}

interface Props extends StorageNoticeProps {
  /** Null while signed out. */
  readonly records: RecordServices | null;
  readonly reload: () => void;
}

/** Shows storage problems on every screen, until the storage responds. */
export function StorageNotice({ trouble, closed, dismiss, records, reload }: Props) {
  if (closed !== null) {
    return (
      <div role="alert" data-no-print className={css.prompt}>
        <p className={css.words}>{`${closed} ${storageNoticeWords.stillHere}`}</p>
        <Button onClick={reload}>{storageNoticeWords.reload}</Button>
      </div>
    );
  }
  if (!trouble) return null;
  return (
    <div role="alert" data-no-print className={css.prompt}>
      <p className={css.words}>{troubleWords(trouble)}</p>
      {records && (
        <RecordsContext value={records}>
          <SaveWork />
        </RecordsContext>
      )}
      {trouble.notSaved && (
        <Button variant="default" onClick={dismiss}>
          {storageNoticeWords.close}
        </Button>
      )}
      {trouble.silent && <Button onClick={reload}>{storageNoticeWords.reload}</Button>}
    </div>
  );
}

function troubleWords({ notSaved, silent }: StorageTrouble): string {
  return [notSaved && storageNoticeWords.decisionNotSaved, silent && storageNoticeWords.silent]
    .filter(Boolean)
    .join(' ');
}
