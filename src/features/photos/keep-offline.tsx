import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Checkbox } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { fetchAdded, keepOffline } from '../../records/keep-offline.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { NotSavedError } from '../../records/save-transaction.ts';
import { useKeptOffline } from '../../records/use-photo-files.ts';
import type { Photo, PhotoParent } from '../../records/use-photos.ts';
import { ErrorAlert } from '../../ui/feedback/notice.tsx';
import { formatBytes } from '../../ui/text/format-values.tsx';
import { failedToWords } from '../../words/common.ts';
import { offlineWords, photoWords } from '../../words/photo-screens.ts';
import css from './photos.module.css';

interface Props {
  /** A project's work orders come after it. */
  readonly parents: readonly [PhotoParent, ...PhotoParent[]];
  readonly photos: readonly Photo[];
}

/** Keeps a job's photos on the device, in full size, until this is turned off. */
export function KeepOffline({ parents, photos }: Props) {
  const services = useRecordServices();
  const kept = useKeptOffline(parents);
  const [problem, setProblem] = useState<string | null>(null);
  const asked = useRef(new Set<string>());
  useEffect(() => {
    if (!kept?.isKept) return;
    // Somebody has added photos since. Those that could not be fetched are asked for once each time the screen opens.
    const isNew = ({ sha256, held, parent }: Photo): boolean =>
      kept.names.has(parent) && held === 'no' && !asked.current.has(sha256);
    const added = photos.filter(isNew);
    if (added.length === 0) return;
    for (const { sha256 } of added) asked.current.add(sha256);
    fetchAdded(services, added).catch((error: unknown) =>
      services.log.error('photos could not be asked for', error),
    );
  }, [services, photos, kept]);
  if (!kept) return null;
  // A person may have let one of a project's work orders go.
  const missing = photos.filter(({ held, parent }) => kept.names.has(parent) && held !== 'yes').length;
  const bytes = photos.reduce((sum, { size }) => sum + size, 0);

  async function change(keep: boolean): Promise<void> {
    setProblem(null);
    try {
      await keepOffline(services, parents, { keep, photos });
    } catch (error) {
      setProblem(
        error instanceof NotSavedError ? error.message : failedToWords.save({ what: photoWords.title }),
      );
    }
  }

  return (
    <div className={css.offline}>
      <Checkbox
        checked={kept.isKept}
        label={offlineWords.keep({ count: photos.length, size: formatBytes(bytes) })}
        onChange={(event) => void change(event.currentTarget.checked)}
      />
      {kept.isKept && missing > 0 && <p className={css.none}>{offlineWords.missing({ count: missing })}</p>}
      <ErrorAlert lines={problem === null ? [] : [problem]} />
    </div>
  );
}
