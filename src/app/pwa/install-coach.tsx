import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { useAnyLayer } from '../../ui/feedback/open-layers.ts';
import { installWords } from '../../words/settings-and-about.ts';
import { InstallGuide } from '../lazy-screens.ts';
import type { InstallPorts } from './install.ts';
import { canInstall, startsEmpty } from './install.ts';
import css from './install-coach.module.css';

export interface InstallCoachProps {
  readonly install: InstallPorts;
  /** Changes not on the server. */
  readonly kept: number;
}

/** Suggests installing the app. If the installed app would start empty, waits until everything has been sent. */
export default function InstallCoach({ install, kept }: InstallCoachProps) {
  const { way, quiet } = install;
  const covered = useAnyLayer();
  const [stage, setStage] = useState<'before' | 'card' | 'guide' | 'done'>('before');
  const empty = startsEmpty(way);
  const due = stage === 'before' && !covered && !quiet && canInstall(way) && (!empty || kept === 0);
  if (due && install.mayAsk()) setStage('card');
  const noteAsked = useEffectEvent(() => install.noteAsked());
  useEffect(() => {
    if (stage === 'card') noteAsked();
  }, [stage]);

  function accept(): void {
    setStage(way === 'prompt' ? 'done' : 'guide');
    if (way === 'prompt') install.install();
  }

  if (!canInstall(way)) return null;
  return (
    <>
      {stage === 'card' && !quiet && (
        <section className={css.card} aria-label={installWords.title}>
          <p className={css.words}>{empty ? installWords.everythingSent : installWords.savedHere}</p>
          <div className={css.buttons}>
            <Button variant="default" onClick={() => setStage('done')}>
              {installWords.notNow}
            </Button>
            <Button onClick={accept}>{installWords.install}</Button>
          </div>
        </section>
      )}
      <LazySlot onClose={() => setStage('done')}>
        {stage === 'guide' && way !== 'prompt' && (
          <InstallGuide way={way} kept={kept} onClose={() => setStage('done')} />
        )}
      </LazySlot>
    </>
  );
}
