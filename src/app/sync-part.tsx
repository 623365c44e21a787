import SyncScreen, { type SyncScreenProps } from '../features/sync-screen/sync-screen.tsx';
import { clipboard } from './device/clipboard.ts';
import { shareSheet } from './device/share-sheet.ts';

/** A lazy chunk. */
export default function SyncPart(props: Omit<SyncScreenProps, 'copy' | 'share'>) {
  return <SyncScreen {...props} copy={clipboard()} share={shareSheet()} />;
}
