import { Button } from '@mantine/core';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router-dom';
import { titleOf } from '../../crud/readable.ts';
import { recordPath } from '../../crud/record-link.tsx';
import { useResourceView } from '../../crud/resource-view.ts';
import { useNow } from '../../crud/time.tsx';
import { useRecordServices } from '../../records/record-services.ts';
import { forgetTaking, type LostPhotos, readLostPhotos } from '../../records/taking.ts';
import { useRecord } from '../../records/use-records.ts';
import { ErrorAlert, Notice } from '../../ui/feedback/notice.tsx';
import { useUnsavedInput } from '../../ui/fields/unsaved-input.ts';
import { lostPhotoWords } from '../../words/photo-screens.ts';
import { intakeOf, wouldLosePhotos } from './intake.ts';
import css from './photos.module.css';
import { UnsavedActions } from './unsaved-actions.tsx';

export interface LostPhotosNoticeProps {
  /** Changes with every note, so that the notes are read again. */
  readonly notes: number;
}

/** Says which photos were not kept, by a page that ended or after their screen was left. A lazy chunk. */
export default function LostPhotosNotice({ notes }: LostPhotosNoticeProps) {
  const services = useRecordServices();
  const [lost, setLost] = useState<readonly LostPhotos[]>([]);
  const { state } = intakeOf(services);
  // On every screen, because photos are kept after their screen was left.
  useUnsavedInput(wouldLosePhotos(useSyncExternalStore(state.subscribe, state.getSnapshot)));
  const now = useNow();
  useEffect(() => {
    let isOver = false;
    readLostPhotos(services).then(
      (found) => {
        if (!isOver) setLost(found);
      },
      (error: unknown) => services.log.error('the notes about photos could not be read', error),
    );
    return () => {
      isOver = true;
    };
    // biome-ignore lint/correctness/useExhaustiveDependencies: reads again for each note, and as pages end
  }, [services, notes, now]);
  const { unkeptPhotos } = services;
  const unkept = useSyncExternalStore(unkeptPhotos.subscribe, unkeptPhotos.getSnapshot);
  if (lost.length + unkept.length === 0) return null;
  return (
    <section aria-label={lostPhotoWords.heading} data-no-print className={css.lost}>
      <ErrorAlert lines={unkept} action={<UnsavedActions />} />
      {lost.map((one) => (
        <Lost key={one.id} lost={one} />
      ))}
    </section>
  );
}

function Lost({ lost: { id, resource, localId, source, count } }: { readonly lost: LostPhotos }) {
  const services = useRecordServices();
  const navigate = useNavigate();
  const { path } = useResourceView(resource);
  const row = useRecord(resource, localId);
  const title = row ? titleOf(resource, row.view as never) : lostPhotoWords.unknownRecord;
  const forget = (): void => void forgetTaking(services, id);
  if (row === undefined) return null;
  return (
    <Notice
      tone="warning"
      action={
        <>
          {row && (
            <Button
              onClick={() => {
                forget();
                void navigate(`${recordPath(path, row)}?tab=photos`);
              }}
            >
              {lostPhotoWords.open}
            </Button>
          )}
          <Button variant="default" onClick={forget}>
            {lostPhotoWords.read}
          </Button>
        </>
      }
    >
      <p>{lostWords({ source, count, title })}</p>
    </Notice>
  );
}

function lostWords({
  source,
  count,
  title,
}: Pick<LostPhotos, 'source' | 'count'> & { readonly title: string }): string {
  if (count === null || source === 'camera')
    return source === 'camera' ? lostPhotoWords.camera({ title }) : lostPhotoWords.gallery({ title });
  return source === 'page' ? lostPhotoWords.page({ count, title }) : lostPhotoWords.chosen({ count, title });
}
