import { Button, Portal } from '@mantine/core';
import { Component, type ContextType, type ReactNode, Suspense } from 'react';
import { missingPartWords } from '../../words/frame.ts';
import { needsReload } from '../lazy-module.ts';
import { PartNotLoadedError, ReloadContext } from '../lazy-part.ts';
import css from './lazy-slot.module.css';
import { ErrorAlert } from './notice.tsx';

interface LazySlotProps {
  /** Must remove `children`. */
  readonly onClose: () => void;
  /** For retries that do more than render `children` again. */
  readonly onRetry?: () => void;
  readonly children: ReactNode;
}

interface State {
  readonly error: unknown;
}

/**
 * Keeps the page below alive if a lazy dialog, drawer or menu fails to load. The screen's error boundary gets other errors.
 */
export class LazySlot extends Component<LazySlotProps, State> {
  static override contextType = ReloadContext;
  declare context: ContextType<typeof ReloadContext>;
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  /** Pressing the opener again calls off what failed to load. */
  override componentDidUpdate({ children }: LazySlotProps): void {
    if (this.state.error !== null && children && !this.props.children) this.#forget();
  }

  #forget(): void {
    const { error } = this.state;
    if (error instanceof PartNotLoadedError) error.forget();
    this.setState({ error: null });
  }

  readonly #close = (): void => {
    this.#forget();
    this.props.onClose();
  };

  readonly #retry = (): void => {
    this.#forget();
    this.props.onRetry?.();
  };

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return <Suspense>{this.props.children}</Suspense>;
    if (!(error instanceof PartNotLoadedError)) throw error;
    // In the body, because what is around an opener may be styled or lie below notices.
    return (
      <Portal>
        <div className={css.missing}>
          <ErrorAlert
            lines={[missingPartWords.problem]}
            action={
              <>
                <Button variant="default" onClick={this.#close}>
                  {missingPartWords.notNow}
                </Button>
                <MissingPartButtons onRetry={this.#retry} reload={this.context} />
              </>
            }
          />
        </div>
      </Portal>
    );
  }
}

interface MissingPartButtonsProps {
  readonly onRetry: () => void;
  /** While a form has unsaved input, the browser asks first (`useUnsavedInput`). */
  readonly reload: () => void;
}

/** Offers only a reload if a style sheet is missing, because nothing else helps once the server has a newer build. */
export function MissingPartButtons({ onRetry, reload }: MissingPartButtonsProps) {
  return (
    <>
      {!needsReload() && (
        <Button variant="default" onClick={onRetry}>
          {missingPartWords.again}
        </Button>
      )}
      <Button onClick={() => reload()}>{missingPartWords.reload}</Button>
    </>
  );
}
