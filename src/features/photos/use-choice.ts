import { useState } from 'react';
import { useSessionState } from '../../auth/use-session.ts';
import { PLAIN_LABEL } from '../../crud/photo-words.ts';
import { rememberChoice, useRememberedChoice } from '../../records/photo-notes.ts';
import { useRecordServices } from '../../records/record-services.ts';
import type { Choice } from './intake.ts';

/** The room and label of the next photos, kept until they are changed. Another record has other rooms. */
export function useChoice(localId: string): readonly [Choice, (choice: Choice) => void] {
  const services = useRecordServices();
  const kept = useRememberedChoice();
  const [chosen, setChosen] = useState<Choice | null>(null);
  const room = kept?.localId === localId ? kept.room : '';
  const choose = (choice: Choice): void => {
    setChosen(choice);
    rememberChoice(services, { localId, ...choice });
  };
  return [chosen ?? { room, label: kept?.label ?? PLAIN_LABEL }, choose];
}

export function useUsername(): string {
  const session = useSessionState();
  return session.status === 'signedOut' ? '' : session.account.username;
}
