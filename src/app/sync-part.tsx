import SyncScreen, { type SyncScreenProps } from '../features/sync-screen/sync-screen.tsx';
import { clipboard } from './device/clipboard.ts';

/** A lazy chunk. */
export default function SyncPart(props: Omit<SyncScreenProps, 'copy'>) {
  return <SyncScreen {...props} copy={clipboard()} />;
}
