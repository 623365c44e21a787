import { createContext, useContext, useSyncExternalStore } from 'react';
import type { Session } from './session.ts';
import type { SessionState } from './token-store.ts';

/** Filled once by the app. */
export const SessionContext = createContext<Session | null>(null);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('The session is read outside of the app.');
  return session;
}

/** Who is signed in, live: another tab's sign-in and sign-out show here as well. */
export function useSessionState(): SessionState {
  const session = useSession();
  return useSyncExternalStore(session.subscribe, session.getSnapshot);
}
