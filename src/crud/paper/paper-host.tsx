import { type ReactNode, type Ref, useLayoutEffect } from 'react';
import { createPortal } from 'react-dom';
import css from './paper.module.css';

interface Props {
  readonly element: Ref<HTMLElement>;
  readonly children: ReactNode;
}

/** Holds a document beside the app: on the screen nobody sees it, on paper it is alone. */
export function PaperHost({ element, children }: Props) {
  useLayoutEffect(() => {
    const { dataset } = document.documentElement;
    dataset['printed'] = 'paper';
    return () => {
      delete dataset['printed'];
    };
  }, []);
  return createPortal(
    <main ref={element} hidden data-paper className={css['paper']}>
      {children}
    </main>,
    document.body,
  );
}
