import { type ReactNode, useEffect, useRef, useState } from 'react';
import { refusedGroupWords } from '../../words/sync-screen.ts';
import { More } from './more.tsx';
import css from './sync-screen.module.css';

/** Changes of a group that are shown at first, and added by each press. */
const WINDOW = 20;

interface Props {
  /** The address asks for one of them. */
  readonly isAsked: boolean;
  /** The first `limit` changes, and how many are left then. Called only while they are shown. */
  readonly children: (limit: number) => { readonly items: ReactNode; readonly left: number };
}

/** The single changes of a group behind a fold, with their own ways out. */
export function EachChange({ isAsked, children }: Props) {
  const [pressed, setPressed] = useState<boolean | null>(null);
  const open = pressed ?? isAsked;
  return (
    <>
      <button type="button" className={css['fold']} aria-expanded={open} onClick={() => setPressed(!open)}>
        {refusedGroupWords.each}
      </button>
      {open && <Opened>{children}</Opened>}
    </>
  );
}

function Opened({ children }: Pick<Props, 'children'>) {
  const [limit, setLimit] = useState(WINDOW);
  const list = useRef<HTMLUListElement>(null);
  const before = useRef(limit);
  useEffect(() => {
    // The pressed button may be gone: the focus moves to the first new change.
    if (limit > before.current)
      list.current?.querySelectorAll<HTMLElement>(':scope > li')[before.current]?.focus();
    before.current = limit;
  }, [limit]);
  const { items, left } = children(limit);
  return (
    <>
      <ul ref={list} className={css['each']}>
        {items}
      </ul>
      <More left={left} onMore={() => setLimit(limit + WINDOW)} />
    </>
  );
}
