import { type ComponentProps, createContext, useContext, useState } from 'react';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { ReadyCard } from '../lazy-screens.ts';
import { GuideSlot, useInstall } from '../pwa/guide-slot.tsx';
import { type InstallPorts, isSiteOnIos } from '../pwa/install.ts';

type CardProps = ComponentProps<typeof ReadyCard>;

export interface ReadyPorts extends Pick<CardProps, 'update' | 'onSignIn' | 'onSignInAgain'> {
  readonly install: InstallPorts;
}

export const ReadyContext = createContext<ReadyPorts | null>(null);

/** Shows the check for work without a signal. No screen waits for it or fails with it. */
export function ReadySlot() {
  const ports = useContext(ReadyContext);
  return ports && <Slot {...ports} />;
}

function Slot({ install, ...ports }: ReadyPorts) {
  const { onInstall, guide } = useInstall(install);
  const [without, setWithout] = useState(false);
  return (
    <>
      <LazySlot onClose={() => setWithout(true)}>
        {!without && <ReadyCard {...ports} onInstall={onInstall} isSiteOnIos={isSiteOnIos(install.way)} />}
      </LazySlot>
      <GuideSlot {...guide} />
    </>
  );
}
