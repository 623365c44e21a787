import { useSessionState } from '../../../auth/use-session.ts';
import { useRecordServices } from '../../../records/record-services.ts';
import type { RescueOwner } from '../../../records/rescue/rescue-file.ts';

/** Returns whose work this device has. */
export function useOwner(): RescueOwner {
  const { account } = useRecordServices();
  const session = useSessionState();
  const origin = account.slice(0, account.indexOf('|'));
  if (session.status === 'signedOut') return { origin, userId: null, username: '' };
  const { userId, username } = session.account;
  return { origin, userId, username };
}
