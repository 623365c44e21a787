import { useSessionState } from '../../auth/use-session.ts';
import { useSettings } from '../../records/company-settings.ts';

/** The name that signs entries: from the settings, or else the username. */
export function usePresenter(): string {
  const settings = useSettings();
  const session = useSessionState();
  const username = session.status === 'signedOut' ? '' : session.account.username;
  return settings?.myName.trim() || username;
}
