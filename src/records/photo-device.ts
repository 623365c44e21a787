/** The device's means of taking, sending and sharing photos and documents. */
export interface PhotoDevice {
  readonly hasCamera: boolean;
  /** The camera that faces away from the user. */
  openCamera(): Promise<OpenCamera | CameraProblem>;
  readonly canKeepScreenOn: boolean;
  /** Returns how to end it. Rejects if the device refuses, for example with a low battery. */
  keepScreenOn(): Promise<() => void>;
  /** Null if the browser does not say. Only Chromium does. */
  isOnWifi(): boolean | null;
  canShare(data: ShareData): boolean;
  /** The app has a window of its own, where some systems open no second one. */
  readonly isInstalled: boolean;
  /** Must be called directly after a press. Resolves even if the user closes the sheet. */
  share(data: ShareData): Promise<void>;
  /** The browser's user agent. */
  readonly name: string;
}

export type CameraProblem = 'refused' | 'missing' | 'busy';

export interface OpenCamera {
  readonly stream: MediaStream;
  readonly hasTorch: boolean;
  setTorch(on: boolean): Promise<void>;
  /**
   * Null if the camera gave no picture.
   * @param shown plays `stream`
   */
  take(shown: HTMLVideoElement): Promise<Blob | null>;
  /** Calls the listener if the system takes the camera away. */
  onEnd(listener: () => void): void;
  close(): void;
}
