import type { CameraProblem, OpenCamera, PhotoDevice } from '../../../src/records/photo-device.ts';
import { A_JPEG } from './a-jpeg.ts';

/** A device with a camera that a test can refuse, light and take away. Without changes it has none. */
export class FakePhotoDevice implements PhotoDevice {
  hasCamera = false;
  canKeepScreenOn = true;
  problem: CameraProblem | null = null;
  hasTorch = false;
  /** Another app has the light. */
  hasNoLight = false;
  /** The camera gives no picture before this resolves. */
  answers: Promise<void> = Promise.resolve();
  wifi: boolean | null = null;
  /** The pictures that the camera gives next, null for none. After them it gives the same one again and again. */
  pictures: (Blob | null | Promise<Blob>)[] = [];
  opened = 0;
  closed = 0;
  torch = false;
  isScreenKept = false;
  name = 'Test browser';
  hasShareSheet = false;
  isInstalled = false;
  /** The names of shared files, and shared texts. */
  shared: string[] = [];
  /** The error with which sharing fails, if any. */
  sharingProblem: Error | null = null;
  #ended: (() => void)[] = [];

  async openCamera(): Promise<OpenCamera | CameraProblem> {
    if (this.problem) return this.problem;
    this.opened += 1;
    return {
      stream: null as unknown as MediaStream,
      hasTorch: this.hasTorch,
      setTorch: async (on) => {
        if (this.hasNoLight) throw new Error('no light');
        this.torch = on;
      },
      take: async () => {
        await this.answers;
        return this.pictures.length > 0 ? (this.pictures.shift() ?? null) : new Blob([A_JPEG]);
      },
      onEnd: (listener) => this.#ended.push(listener),
      close: () => {
        this.closed += 1;
      },
    };
  }

  canShare(): boolean {
    return this.hasShareSheet;
  }

  async share({ files: [file] = [], text }: ShareData): Promise<void> {
    if (this.sharingProblem) throw this.sharingProblem;
    this.shared.push(file?.name ?? text ?? '');
  }

  readonly keepScreenOn = async (): Promise<() => void> => {
    this.isScreenKept = true;
    return () => {
      this.isScreenKept = false;
    };
  };

  isOnWifi(): boolean | null {
    return this.wifi;
  }

  /** The system takes the camera away. */
  end(): void {
    for (const listener of this.#ended.splice(0)) listener();
  }
}
