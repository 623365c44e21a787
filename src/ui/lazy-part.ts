import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** A part of the app could not be loaded: no connection, or a newer version has replaced it on the server. */
export class PartNotLoadedError extends Error {
  override readonly name = 'PartNotLoadedError';
}

/** React's `lazy`, failing with an error that the screen's boundary knows: only a reload helps then. */
export function lazyPart<P extends object>(
  load: () => Promise<{ default: ComponentType<P> }>,
): LazyExoticComponent<ComponentType<P>> {
  return lazy(() =>
    load().catch((cause: unknown) => {
      throw new PartNotLoadedError('A part of the app could not be loaded.', { cause });
    }),
  );
}
