import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFocusReturn, useStillPage, useTopEscape } from '../../ui/feedback/use-layer.ts';
import { frameWords } from '../../words/frame.ts';
import css from './nav-drawer.module.css';

export interface NavDrawerProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export default function NavDrawer({ opened, onClose, children }: NavDrawerProps) {
  useFocusReturn(opened);
  useTopEscape(onClose, opened, 'entry');
  const removeScrollProps = useStillPage(opened);
  return (
    <Drawer.Root
      opened={opened}
      onClose={onClose}
      size={240}
      padding={0}
      closeOnEscape={false}
      returnFocus={false}
      removeScrollProps={removeScrollProps}
      // Mantine's transition renders the drawer three more times. The style sheet slides it in.
      transitionProps={{ duration: 0 }}
      styles={{ body: { height: '100%' } }}
    >
      <Drawer.Overlay />
      <Drawer.Content className={css.panel} aria-label={frameWords.navigation}>
        <Drawer.Body component="nav" aria-label={frameWords.main}>
          {children}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
