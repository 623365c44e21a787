import { useSessionState } from '../../../auth/use-session.ts';
import { useSettings } from '../../../records/company-settings.ts';

/** Who works at this device. */
export interface MyName {
  /** From the settings; '' where none is set, or none is read yet. */
  readonly set: string;
  /** To sign entries with: the name from the settings, else the name of the account. */
  readonly signed: string;
  /** False until the device has told the settings. */
  readonly isRead: boolean;
}

export function useMyName(): MyName {
  const settings = useSettings();
  const session = useSessionState();
  const set = settings?.myName.trim() ?? '';
  const username = session.status === 'signedOut' ? '' : session.account.username;
  return { set, signed: set || username, isRead: settings !== undefined };
}
