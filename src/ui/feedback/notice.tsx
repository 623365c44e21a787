import type { ReactNode } from 'react';
import { AttentionIcon, ErrorIcon, InfoIcon } from '../icons.ts';
import css from './notice.module.css';

interface NoticeProps {
  readonly tone: 'info' | 'warning' | 'error';
  /** Buttons or links. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

const ICONS = { info: InfoIcon, warning: AttentionIcon, error: ErrorIcon };

/** A box with an icon and words. Not announced: see ErrorAlert. */
export function Notice({ tone, action, children }: NoticeProps) {
  const Icon = ICONS[tone];
  return (
    <div className={css['notice']} data-tone={tone}>
      <Icon size={20} aria-hidden className={css['icon'] ?? ''} />
      <div className={css['words']}>{children}</div>
      {action && <div className={css['action']}>{action}</div>}
    </div>
  );
}

interface ErrorAlertProps {
  /** Renders an empty region for no lines. */
  readonly lines: readonly string[];
  readonly action?: ReactNode;
  /** Follows the first line. */
  readonly children?: ReactNode;
}

/** Announces errors in the page or dialog. The region must exist before its words. */
export function ErrorAlert({ lines, action, children }: ErrorAlertProps) {
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
