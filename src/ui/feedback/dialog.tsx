import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { commonWords } from '../../words/common.ts';
import css from './dialog.module.css';
import { useFocusReturn, useStillPage, useTopEscape } from './use-layer.ts';

interface Props {
  readonly title: string;
  /** 'small' for a question, 'sheet' for a choice, 'medium' for a form, 'large' for a page, 'wide' for a table. */
  readonly size: keyof typeof WIDTHS;
  /** Opened from another dialog. */
  readonly above?: boolean;
  /** 'none' if it opens by itself or from a URL. */
  readonly back?: 'entry' | 'none';
  readonly onClose: () => void;
  readonly children: ReactNode;
}

const WIDTHS = { small: '26rem', sheet: '30rem', medium: '42rem', large: '60rem', wide: '80rem' };

/**
 * On closing, returns the focus to the element that opened it. A click outside never closes it. Load this module
 * lazily: it is large.
 */
export function Dialog({ title, size, above = false, back = 'entry', onClose, children }: Props) {
  useFocusReturn(true);
  useTopEscape(onClose, true, back);
  const removeScrollProps = useStillPage(true);
  const small = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const isSheet = size === 'sheet';
  return (
    <Modal.Root
      opened
      onClose={onClose}
      size={WIDTHS[size]}
      fullScreen={small && size !== 'small' && !isSheet}
      centered={size === 'small' || isSheet}
      {...(isSheet && { classNames: { inner: css.sheet } })}
      zIndex={above ? 300 : 200}
      closeOnClickOutside={false}
      closeOnEscape={false}
      returnFocus={false}
      removeScrollProps={removeScrollProps}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content>
        {/* Mantine's header is a <header>, a second banner landmark. */}
        <div className={css.header}>
          <Modal.Title className={css.title}>{title}</Modal.Title>
          <Modal.CloseButton aria-label={commonWords.close} size="lg" />
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

export function DialogButtons({ children }: { readonly children: ReactNode }) {
  return (
    <div className={css.buttons} data-no-print>
      {children}
    </div>
  );
}
