import { Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { useRecordServices } from '../../records/record-services.ts';
import { ErrorAlert } from '../../ui/feedback/notice.tsx';
import { intakeWords, lostPhotoWords } from '../../words/photo-screens.ts';
import { intakeOf } from './intake.ts';

/**
 * What the user should know about photos of this page. What was not kept is said on every screen, until it is dismissed.
 * @param record the local id of the record whose photos are shown
 */
export function IntakeNotices({ record }: { readonly record: string }) {
  const { state, dismiss, tryAgain } = intakeOf(useRecordServices());
  const { said, unkept, unsaved } = useSyncExternalStore(state.subscribe, state.getSnapshot);
  return (
    <>
      <ErrorAlert
        lines={unsaved > 0 ? [...unkept, intakeWords.unsaved({ count: unsaved })] : unkept}
        action={
          <>
            {unsaved > 0 && <Button onClick={tryAgain}>{intakeWords.tryAgain}</Button>}
            <Button variant="default" onClick={dismiss}>
              {lostPhotoWords.read}
            </Button>
          </>
        }
      />
      <ErrorAlert
        lines={[...new Set(said.filter((one) => one.record === record).map(({ words }) => words))]}
      />
    </>
  );
}
