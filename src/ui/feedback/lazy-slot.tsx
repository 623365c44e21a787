import { Button } from '@mantine/core';
import { Component, type ContextType, type ReactNode, Suspense } from 'react';
import { missingPartWords } from '../../words/frame.ts';
import { needsReload } from '../lazy-module.ts';
import { PartNotLoadedError, ReloadContext } from '../lazy-part.ts';
import css from './lazy-slot.module.css';
import { ErrorAlert } from './notice.tsx';

interface LazySlotProps {
  /** The person does without: `children` must be gone after it. */
  readonly onClose: () => void;
  /** What is done again, where drawing `children` again is not enough. */
  readonly onRetry?: () => void;
  readonly children: ReactNode;
}

interface State {
  readonly error: unknown;
}

/**
 * Where a lazy dialog or drawer opens. One that cannot be loaded leaves what is under it alone and can be tried
 * again; every other error is the screen's boundary's.
 */
export class LazySlot extends Component<LazySlotProps, State> {
  static override contextType = ReloadContext;
  declare context: ContextType<typeof ReloadContext>;
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
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
    return (
      <div className={css['missing']}>
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
    );
  }
}

interface MissingPartButtonsProps {
  readonly onRetry: () => void;
  /** The browser asks first while a form has something in it (`useUnsavedInput`). */
  readonly reload: () => void;
}

/** Offered where a part of the app could not be loaded. A missing style sheet needs a reload if the server has a newer build. */
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
