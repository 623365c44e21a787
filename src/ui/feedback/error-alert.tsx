import type { ReactNode } from 'react';
import { Notice } from './notice.tsx';

interface Props {
  /** One line each; nothing is shown for none. */
  readonly lines: readonly string[];
  readonly action?: ReactNode;
  /** Stands behind the first line. */
  readonly children?: ReactNode;
}

/** What went wrong, inside the page or dialog, read out at once. The region is there before its words are. */
export function ErrorAlert({ lines, action, children }: Props) {
  return (
    <div role="alert">
      {lines.length > 0 && (
        <Notice tone="error" action={action}>
          {lines.map((line, place) => (
            <p key={line}>
              <span>{line}</span>
              {place === 0 && children}
            </p>
          ))}
        </Notice>
      )}
    </div>
  );
}
