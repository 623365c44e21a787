import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { AttentionIcon, ErrorIcon, InfoIcon } from '../icons.ts';
import css from './notice.module.css';

interface NoticeProps {
  readonly tone: keyof typeof TONES;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

const TONES = {
  quiet: { Icon: InfoIcon, color: 'gray' },
  info: { Icon: InfoIcon, color: 'blue' },
  warning: { Icon: AttentionIcon, color: 'orange' },
  error: { Icon: ErrorIcon, color: 'red' },
};

/** Screen readers do not announce this. Use ErrorAlert for that. */
export function Notice({ tone, action, children }: NoticeProps) {
  const { Icon, color } = TONES[tone];
  return (
    <Alert
      role="group"
      variant="light"
      color={color}
      icon={<Icon size={20} aria-hidden />}
      classNames={{ message: css.words }}
    >
      <div>{children}</div>
      {action && <div className={css.action}>{action}</div>}
    </Alert>
  );
}

interface ErrorAlertProps {
  readonly lines: readonly string[];
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}

/** Render this before there is an error: screen readers announce only text that is added to an existing region. */
export function ErrorAlert({ lines, action, children }: ErrorAlertProps) {
  return (
    <div role="alert" className={css.region}>
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
