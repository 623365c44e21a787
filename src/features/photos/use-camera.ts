import { useCallback, useEffect, useRef, useState } from 'react';
import type { CameraProblem, OpenCamera } from '../../records/photo-device.ts';
import { useRecordServices } from '../../records/record-services.ts';

export type CameraState =
  | { readonly is: 'starting' }
  | { readonly is: 'open'; readonly camera: OpenCamera }
  | { readonly is: 'closed'; readonly why: CameraProblem | 'stopped' };

/** Opens the camera while the component is shown, and again after the app was in the background. */
export function useCamera(): { readonly state: CameraState; readonly start: () => void } {
  const { photoDevice, page } = useRecordServices();
  const [state, setState] = useState<CameraState>({ is: 'starting' });
  const [attempt, setAttempt] = useState(0);
  const stopped = useRef(false);

  useEffect(() => {
    const gone = new AbortController();
    const { signal } = gone;
    let camera: OpenCamera | null = null;
    stopped.current = false;
    photoDevice.openCamera().then(
      (opened) => {
        if (typeof opened === 'string') {
          if (!signal.aborted) setState({ is: 'closed', why: opened });
          return;
        }
        // The dialog was closed while the user was asked for permission.
        if (signal.aborted) return opened.close();
        camera = opened;
        opened.onEnd(() => {
          if (signal.aborted) return;
          stopped.current = true;
          setState({ is: 'closed', why: 'stopped' });
        });
        setState({ is: 'open', camera: opened });
      },
      () => {
        if (!signal.aborted) setState({ is: 'closed', why: 'busy' });
      },
    );
    return () => {
      gone.abort();
      camera?.close();
    };
  }, [photoDevice, attempt]);

  const start = useCallback(() => {
    setState({ is: 'starting' });
    setAttempt((before) => before + 1);
  }, []);
  useEffect(() => page.onReturn(() => stopped.current && start()), [page, start]);
  return { state, start };
}
