import { Button } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import { useRecordServices } from '../../records/record-services.ts';
import { ErrorAlert } from '../../ui/feedback/notice.tsx';
import { lostPhotoWords } from '../../words/photo-screens.ts';
import { intakeOf } from './intake.ts';

/** What the user should know about photos of this page. What was not kept is said until it is dismissed. */
export function IntakeNotices() {
  const { state, dismiss } = intakeOf(useRecordServices());
  const { said, unkept } = useSyncExternalStore(state.subscribe, state.getSnapshot);
  return (
    <>
      <ErrorAlert
        lines={unkept}
        action={
          <Button variant="default" onClick={dismiss}>
            {lostPhotoWords.read}
          </Button>
        }
      />
      <ErrorAlert lines={[...new Set(said)]} />
    </>
  );
}
