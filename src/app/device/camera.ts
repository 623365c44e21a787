import type { CameraProblem, OpenCamera } from '../../records/photo-device.ts';

/** Chromium, and Safari from 18.4. https://developer.mozilla.org/docs/Web/API/ImageCapture */
declare class ImageCapture {
  constructor(track: MediaStreamTrack);
  takePhoto(): Promise<Blob>;
}

/** Some cameras never answer. */
const STILL_LIMIT_MS = 5000;
const FRAME_QUALITY = 0.92;

export async function openCamera(): Promise<OpenCamera | CameraProblem> {
  const video = { facingMode: 'environment', width: { ideal: 3840 } };
  let stream: MediaStream;
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video });
  } catch (error) {
    return problemOf(error);
  }
  const [track] = stream.getVideoTracks();
  if (!track) return 'missing';
  const able = (track.getCapabilities?.() ?? {}) as { readonly torch?: boolean };
  let last: Promise<unknown> = Promise.resolve();
  const stop = (): void => {
    for (const one of stream.getTracks()) one.stop();
  };
  return {
    stream,
    hasTorch: able.torch === true,
    setTorch: (torch) => track.applyConstraints({ advanced: [{ torch } as MediaTrackConstraintSet] }),
    take: (shown) => {
      const photo = take(track, shown);
      last = photo;
      return photo;
    },
    onEnd: (listener) => track.addEventListener('ended', listener),
    // A camera that is stopped gives no picture, and one may have been pressed a moment ago.
    close: () => void last.then(stop, stop),
  };
}

function problemOf(error: unknown): CameraProblem {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused';
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'busy';
}

/** A camera may take seconds for a picture, or give none. So the frame of the press is drawn first. */
async function take(track: MediaStreamTrack, video: HTMLVideoElement): Promise<Blob | null> {
  const frame = frameOf(video);
  return (await still(track)) ?? (frame && encoded(frame));
}

/** A still has more pixels than a frame. Null if the camera gives none. */
async function still(track: MediaStreamTrack): Promise<Blob | null> {
  if (!('ImageCapture' in globalThis) || track.readyState !== 'live') return null;
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), STILL_LIMIT_MS));
  const taken = new ImageCapture(track).takePhoto().catch(() => null);
  const photo = await Promise.race([taken, late]);
  return photo && photo.size > 0 ? photo : null;
}

function frameOf(video: HTMLVideoElement): HTMLCanvasElement | null {
  const { videoWidth: width, videoHeight: height } = video;
  if (!(width > 0)) return null;
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return canvas;
}

function encoded(frame: HTMLCanvasElement): Promise<Blob | null> {
  return new Promise((resolve) => frame.toBlob(resolve, 'image/jpeg', FRAME_QUALITY));
}

/** Browsers drop the lock when the page is hidden, so it is taken again when the page is shown. */
export async function keepScreenOn(): Promise<() => void> {
  let lock: WakeLockSentinel | null = await navigator.wakeLock.request('screen');
  let isWanted = true;
  const again = (): void => {
    if (document.visibilityState !== 'visible') return;
    navigator.wakeLock.request('screen').then(
      (taken) => {
        if (isWanted) lock = taken;
        else void taken.release();
      },
      // The battery is low. The screen goes dark as usual.
      () => undefined,
    );
  };
  document.addEventListener('visibilitychange', again);
  return () => {
    isWanted = false;
    document.removeEventListener('visibilitychange', again);
    void lock?.release();
    lock = null;
  };
}
