import { useEffect } from 'react';
import { Notice } from '../../../ui/feedback/notice.tsx';
import css from './push.module.css';

/** Gets null once the problem is gone. */
export type OnProblem = (text: string | null) => void;

/** Tells a line's problem to screen readers. One for the whole list, because it must be there before the problem. */
export function PushAlert({ text }: { readonly text: string | null }) {
  return (
    <div role="alert" className={css.unseen}>
      {text}
    </div>
  );
}

interface ProblemProps {
  readonly title: string;
  readonly text: string | null;
  readonly onProblem: OnProblem;
}

/** In the line that it is about. */
export function PushProblem({ title, text, onProblem }: ProblemProps) {
  useEffect(() => {
    if (text === null) return;
    onProblem(`${title}: ${text}`);
    return () => onProblem(null);
  }, [title, text, onProblem]);
  return text !== null && <Notice tone="error">{text}</Notice>;
}
