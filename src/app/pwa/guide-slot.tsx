import { useState } from 'react';
import { useSyncStatus } from '../../records/use-sync-status.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { InstallGuide } from '../lazy-screens.ts';
import { canInstall, type GuidedWay, type InstallPorts } from './install.ts';

interface Install {
  /** Null if the app cannot be installed here, or is. */
  readonly onInstall: (() => void) | null;
  /** For `GuideSlot`. */
  readonly guide: { readonly way: GuidedWay | null; readonly onClose: () => void };
}

export function useInstall({ way, install }: InstallPorts): Install {
  const [shown, setShown] = useState<GuidedWay | null>(null);
  const start = canInstall(way) && (way === 'prompt' ? install : () => setShown(way));
  return {
    onInstall: start || null,
    guide: { way: way === shown ? shown : null, onClose: () => setShown(null) },
  };
}

export function GuideSlot({ way, onClose }: Install['guide']) {
  const status = useSyncStatus();
  const kept = (status?.waiting ?? 0) + (status?.parked ?? 0);
  return (
    <LazySlot onClose={onClose}>
      {way !== null && <InstallGuide way={way} kept={kept} onClose={onClose} />}
    </LazySlot>
  );
}
