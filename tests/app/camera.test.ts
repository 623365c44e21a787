import { afterEach, expect, test, vi } from 'vitest';
import { openCamera } from '../../src/app/device/camera.ts';

afterEach(() => vi.unstubAllGlobals());

test('a camera that is closed right after a press gives its picture before it stops', async () => {
  const picture = new Blob(['a picture']);
  let give: (photo: Blob) => void = () => undefined;
  const track = Object.assign(new EventTarget(), { readyState: 'live', stop: vi.fn<() => void>() });
  const stream = { getVideoTracks: () => [track], getTracks: () => [track] };
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: async () => stream } });
  vi.stubGlobal(
    'ImageCapture',
    class {
      takePhoto(): Promise<Blob> {
        return new Promise((resolve) => {
          give = resolve;
        });
      }
    },
  );
  const camera = await openCamera();
  if (typeof camera === 'string') throw new Error(camera);
  const taken = camera.take({} as HTMLVideoElement);
  camera.close();
  await Promise.resolve();
  expect(track.stop).not.toHaveBeenCalled();
  give(picture);
  expect(await taken).toBe(picture);
  await vi.waitFor(() => expect(track.stop).toHaveBeenCalled());
});

test('a camera that never answers gives what it showed at the press', async () => {
  vi.useFakeTimers();
  const track = Object.assign(new EventTarget(), { readyState: 'live', stop: () => undefined });
  const stream = { getVideoTracks: () => [track], getTracks: () => [track] };
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: async () => stream } });
  vi.stubGlobal(
    'ImageCapture',
    class {
      takePhoto = () => new Promise<Blob>(() => undefined);
    },
  );
  const scene = { now: 'the wall' };
  const createElement = () => {
    let drawn = '';
    return {
      getContext: () => ({
        drawImage: () => {
          drawn = scene.now;
        },
      }),
      toBlob: (done: (blob: Blob) => void) => done(new Blob([drawn])),
    };
  };
  vi.stubGlobal('document', { createElement });
  const camera = await openCamera();
  if (typeof camera === 'string') throw new Error(camera);
  const taken = camera.take({ videoWidth: 4, videoHeight: 3 } as HTMLVideoElement);
  scene.now = 'the floor';
  await vi.advanceTimersByTimeAsync(5000);
  vi.useRealTimers();
  expect(await (await taken)?.text()).toBe('the wall');
});
