import { type ComponentType, createContext, createElement, lazy, useState } from 'react';
import { LazyModule } from './lazy-module.ts';

/** A part of the app could not be loaded: no connection, or a newer version has replaced it on the server. */
export class PartNotLoadedError extends Error {
  override readonly name = 'PartNotLoadedError';
  /** Has the part loaded again when it is next wanted: React's `lazy` keeps a failure, so it is made anew. */
  readonly forget: () => void;

  constructor(cause: unknown, forget = (): void => undefined) {
    super('part not loaded', { cause });
    this.forget = forget;
  }
}

interface Module<P extends object> {
  readonly default: ComponentType<P>;
}

/**
 * React's `lazy`, failing with an error that the screen's boundary knows. A part that is
 * loaded already shows at once, where React would show its stand-in first and leave that for 300 ms.
 */
export function lazyPart<P extends object>(
  part: LazyModule<Module<P>> | (() => Promise<Module<P>>),
): ComponentType<P> {
  const wanted = part instanceof LazyModule ? part : new LazyModule(part);
  const begin = (): ComponentType<P> =>
    lazy(() =>
      wanted.load().catch((cause: unknown) => {
        throw new PartNotLoadedError(cause, () => {
          Later = begin();
        });
      }),
    );
  let Later = begin();
  return function LazyPart(props: P) {
    // For as long as it is shown: another component in its place would begin anew.
    const [Shown] = useState<ComponentType<P>>(() => wanted.loaded?.default ?? Later);
    return createElement(Shown, props);
  };
}

/** Loads the page anew. The app provides it; pieces know no browser port. */
export const ReloadContext = createContext<() => void>(() => {});
