/** The package has types for its main file alone. */
declare module 'exifr/dist/lite.esm.mjs' {
  type Tags = Readonly<Record<string | number, unknown>>;

  /** The numbers are EXIF tags. */
  interface Options {
    readonly ifd0: false;
    readonly exif: readonly number[];
    readonly gps: readonly number[];
    readonly translateKeys: false;
    readonly translateValues: false;
    readonly reviveValues: false;
    readonly mergeOutput: false;
  }

  /** Adds `latitude` and `longitude` in degrees to `gps`. */
  export function parse(
    bytes: ArrayBuffer,
    options: Options,
  ): Promise<{ readonly exif?: Tags; readonly gps?: Tags } | undefined>;
}
