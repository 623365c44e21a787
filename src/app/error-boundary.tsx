import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import type { Log } from '../domain/ports.ts';
import { MissingPartButtons } from '../ui/feedback/lazy-slot.tsx';
import { ErrorAlert } from '../ui/feedback/notice.tsx';
import { PartNotLoadedError } from '../ui/lazy-part.ts';
import { frameWords } from '../words/frame.ts';

interface Props {
  readonly log: Log;
  readonly reload: () => void;
  readonly children: ReactNode;
}

interface State {
  readonly error: unknown;
}

/**
 * Keeps the frame alive when a screen breaks. If the screen's code is missing, a retry or the next visit loads it
 * again.
 */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: unknown): State {
    return { error: error ?? new Error('A screen threw nothing.') };
  }

  override componentDidCatch(error: unknown): void {
    if (error instanceof PartNotLoadedError) this.props.log.info('a part of the app could not be loaded');
    else this.props.log.error('a screen broke', error);
  }

  override componentWillUnmount(): void {
    this.#forget();
  }

  #forget(): void {
    const { error } = this.state;
    if (error instanceof PartNotLoadedError) error.forget();
  }

  readonly #retry = (): void => {
    this.#forget();
    this.setState({ error: null });
  };

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (error instanceof PartNotLoadedError) {
      return (
        <ErrorAlert
          lines={[frameWords.partNotLoaded]}
          action={<MissingPartButtons onRetry={this.#retry} reload={this.props.reload} />}
        />
      );
    }
    return (
      <ErrorAlert
        lines={[frameWords.screenBroke]}
        action={
          <Button variant="default" onClick={this.#retry}>
            {frameWords.retry}
          </Button>
        }
      />
    );
  }
}
