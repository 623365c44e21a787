import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useHasUnsavedInput } from '../../ui/fields/unsaved-input.ts';
import { updateWords } from '../../words/frame.ts';
import css from './update-prompt.module.css';

export interface UpdateProps {
  /** Increases with each build found. 0 if there is none to offer. */
  readonly builds: number;
  readonly apply: () => void;
}

/** Offers a new version. 'Update' waits until no form has unsaved input, and 'Later' waits for the next build. */
export function UpdatePrompt({
  builds,
  apply,
  isAgreed = false,
}: UpdateProps & { readonly isAgreed?: boolean }) {
  const [agreed, setAgreed] = useState(isAgreed);
  const [putOff, setPutOff] = useState(0);
  const unsaved = useHasUnsavedInput();
  const waits = agreed && unsaved;
  if (builds > 0 && agreed && !unsaved) return <Updating apply={apply} />;

  function putOffUpdate(): void {
    setAgreed(false);
    setPutOff(builds);
  }

  return (
    <div role="status" data-no-print>
      {builds > putOff && (
        <div className={css.prompt}>
          <p className={css.words}>{waits ? updateWords.afterForm : updateWords.ready}</p>
          <Button variant="default" onClick={putOffUpdate}>
            {updateWords.later}
          </Button>
          {!waits && <Button onClick={() => setAgreed(true)}>{updateWords.update}</Button>}
        </div>
      )}
    </div>
  );
}

/** Covers the page, so that nothing is typed before the reload. */
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
