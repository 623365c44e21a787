import { type ReactNode, type RefCallback, useState } from 'react';
import { lazyPart } from '../lazy-part.ts';
import { LazySlot } from './lazy-slot.tsx';
import type { MenuProps } from './menu.tsx';

const Menu = lazyPart(() => import('./menu.tsx'));

interface Opener {
  readonly ref: RefCallback<HTMLButtonElement>;
  readonly 'aria-haspopup': 'menu';
  readonly 'aria-expanded': boolean;
  readonly onClick: () => void;
}

interface Props extends Omit<MenuProps, 'opener' | 'onClose'> {
  readonly children: (opener: Opener) => ReactNode;
}

export function MenuButton({ children, ...menu }: Props) {
  const [opener, setOpener] = useState<HTMLButtonElement | null>(null);
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  const shown = children({
    ref: setOpener,
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    onClick: () => setOpen(!open),
  });
  return (
    <>
      {shown}
      <LazySlot onClose={close}>
        {open && opener && <Menu {...menu} opener={opener} onClose={close} />}
      </LazySlot>
    </>
  );
}
