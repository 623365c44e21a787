import { type ComponentType, createContext, createElement, lazy, useEffect, useState } from 'react';
import { LazyModule } from './lazy-module.ts';

/** Code could not be loaded, because there is no connection or the server has a newer version. */
export class PartNotLoadedError extends Error {
  override readonly name = 'PartNotLoadedError';
  /** Makes the next render try again: React's `lazy` keeps a failure. */
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
 * Like React's `lazy`, but fails with a PartNotLoadedError. Shows a part that is already loaded at once; `lazy` would
 * show the fallback for 300 ms.
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
    // Switching to another component would lose the state.
    const [Shown] = useState<ComponentType<P>>(() => wanted.loaded?.default ?? Later);
    return createElement(Shown, props);
  };
}

/** Loads a module after the first paint. `isOver` is also true after a failure. */
export function useLater<M>(module: LazyModule<M>): { readonly loaded: M | null; readonly isOver: boolean } {
  const [isOver, setOver] = useState(module.loaded !== null);
  useEffect(() => {
    const end = (): void => setOver(true);
    module.load().then(end, end);
  }, [module]);
  return { loaded: module.loaded, isOver };
}

export const ReloadContext = createContext<() => void>(() => {});
