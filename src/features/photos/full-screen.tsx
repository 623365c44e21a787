import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import { Modal } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { fillScreen } from '../../ui/feedback/open-layers.ts';
import { useFocusReturn, useTopEscape } from '../../ui/feedback/use-layer.ts';
import { commonWords } from '../../words/common.ts';
import css from './full-screen.module.css';

interface Props {
  readonly title: string;
  /** Beside the title. */
  readonly head?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Fills the screen on every device. Back and Escape close it, and the focus returns to what opened it. */
export function FullScreen({ title, head, onClose, children }: Props) {
  useFocusReturn(true);
  useEffect(fillScreen, []);
  useTopEscape(onClose, true, 'entry');
  return (
    <Modal.Root
      opened
      fullScreen
      onClose={onClose}
      closeOnClickOutside={false}
      closeOnEscape={false}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      classNames={{ content: css.content, body: css.body }}
    >
      <Modal.Content>
        <div className={css.head}>
          <Modal.Title className={css.title}>{title}</Modal.Title>
          {head}
          <Modal.CloseButton aria-label={commonWords.close} size="lg" />
        </div>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
