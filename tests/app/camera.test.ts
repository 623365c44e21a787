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
