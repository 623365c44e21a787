import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useHasUnsavedInput } from '../../ui/fields/unsaved-input.ts';
import { updateWords } from '../../words/frame.ts';
import css from './update-prompt.module.css';

export interface UpdateProps {
  readonly ready: boolean;
  readonly apply: () => void;
}

type Answer = 'none' | 'later' | 'yes';

/** Starts a new version with consent, once no form is unsaved. */
export function UpdatePrompt({ ready, apply }: UpdateProps) {
  const [answer, setAnswer] = useState<Answer>('none');
  const unsaved = useHasUnsavedInput();
  const waits = answer === 'yes' && unsaved;
  if (ready && answer === 'yes' && !unsaved) return <Updating apply={apply} />;
  return (
    <div role="status" data-no-print>
      {ready && answer !== 'later' && (
        <div className={css.prompt}>
          <p className={css.words}>{waits ? updateWords.afterForm : updateWords.ready}</p>
          <Button variant="default" onClick={() => setAnswer('later')}>
            {updateWords.later}
          </Button>
          {!waits && <Button onClick={() => setAnswer('yes')}>{updateWords.update}</Button>}
        </div>
      )}
    </div>
  );
}

/** Covers the page, so that nobody types before the reload. */
function Updating({ apply }: Pick<UpdateProps, 'apply'>) {
  const dialog = useRef<HTMLDialogElement>(null);
  const start = useEffectEvent(apply);
  useEffect(() => {
    dialog.current?.showModal();
    start();
  }, []);
  return (
    <dialog ref={dialog} className={css.updating} onCancel={(event) => event.preventDefault()}>
      {updateWords.updating}
    </dialog>
  );
}
