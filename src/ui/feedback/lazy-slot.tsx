import { Button } from '@mantine/core';
import { Component, type ContextType, type ReactNode, Suspense } from 'react';
import { missingPartWords } from '../../words/feedback.ts';
import { PartNotLoadedError } from '../lazy-part.ts';
import { ErrorAlert } from './error-alert.tsx';
import css from './lazy-slot.module.css';
import { ReloadContext } from './reload-context.ts';

interface Props {
  /** The person does without: `children` must be gone after it. */
  readonly onClose: () => void;
  readonly children: ReactNode;
}

interface State {
  readonly error: unknown;
}

/**
 * Where a lazy dialog or drawer opens. One that cannot be loaded leaves what is under it alone and offers a
 * reload; every other error is the screen's boundary's.
 */
export class LazySlot extends Component<Props, State> {
  static override contextType = ReloadContext;
  declare context: ContextType<typeof ReloadContext>;
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error };
  }

  readonly #close = (): void => {
    const { error } = this.state;
    if (error instanceof PartNotLoadedError) error.forget();
    this.setState({ error: null });
    this.props.onClose();
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
              <Button onClick={() => this.context()}>{missingPartWords.reload}</Button>
            </>
          }
        />
      </div>
    );
  }
}
