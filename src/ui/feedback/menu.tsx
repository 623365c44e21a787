import '@mantine/core/styles/Popover.layer.css';
import '@mantine/core/styles/Menu.layer.css';
import { Menu as MantineMenu } from '@mantine/core';
import {
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
} from 'react';
import { DoneIcon } from '../icons.ts';
import css from './menu.module.css';
import { useTopEscape } from './use-layer.ts';

export interface MenuEntry {
  readonly key: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly disabled?: boolean;
  /** Given if exactly one of the entries applies. */
  readonly isChosen?: boolean;
  /** A line separates it from the entries above. */
  readonly isApart?: boolean;
  /** Draws the entry as a link. */
  readonly asLink?: (props: object) => ReactNode;
  readonly onChoose?: () => void;
}

export interface MenuProps {
  readonly label: string;
  readonly head?: ReactNode;
  readonly position: 'bottom-start' | 'bottom-end';
  readonly entries: readonly MenuEntry[];
  readonly opener: HTMLElement;
  readonly onClose: () => void;
}

/** A lazy chunk. Follows the ARIA authoring practices. */
export default function Menu({ label, head, position, entries, opener, onClose }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);

  /** A dialog that opens next returns the focus to the opener. */
  function end(): void {
    // Without `preventScroll`, browsers would scroll to the opener, although its bar is always in sight.
    opener.focus({ preventScroll: true });
    onClose();
  }

  useTopEscape(end, true);
  const onLoaded = useEffectEvent(() => {
    const focused = document.activeElement;
    // While the menu loaded, the person went on elsewhere.
    if (focused !== opener && focused !== document.body) return onClose();
    menu.current?.querySelector<HTMLElement>('[role="menuitem"]')?.focus({ preventScroll: true });
  });
  useEffect(() => onLoaded(), []);

  function press(event: KeyboardEvent): void {
    if (event.key === 'Tab') end();
    // A link reacts to Enter only, a menu entry to Space as well.
    if (event.key === ' ' && event.target instanceof HTMLAnchorElement) {
      event.preventDefault();
      event.target.click();
    }
  }

  return (
    <MantineMenu
      opened
      position={position}
      offset={4}
      // A dialog lets nothing outside it be pressed or read.
      withinPortal={false}
      // The focus trap would keep Tab in the menu.
      trapFocus={false}
      withInitialFocusPlaceholder={false}
      closeOnEscape={false}
      closeOnItemClick={false}
      hideDetached={false}
      onClose={onClose}
      classNames={{ dropdown: css.menu, item: css.entry, divider: css.divider }}
    >
      <MantineMenu.Target>
        <Opener element={opener} />
      </MantineMenu.Target>
      <MantineMenu.Dropdown
        ref={menu}
        aria-label={label}
        // Mantine would name the menu after the id of its target.
        aria-labelledby={undefined}
        data-no-print
        onKeyDown={press}
      >
        {head}
        {entries.map(({ key, label: words, icon, disabled, isChosen, isApart, asLink, onChoose }) => (
          <Fragment key={key}>
            {isApart && <MantineMenu.Divider role="separator" />}
            <MantineMenu.Item
              leftSection={icon}
              rightSection={isChosen && <DoneIcon size={18} aria-hidden />}
              aria-current={isChosen || undefined}
              aria-disabled={disabled || undefined}
              onClick={() => {
                if (disabled) return;
                end();
                onChoose?.();
              }}
              {...(asLink && { renderRoot: asLink })}
            >
              {words}
            </MantineMenu.Item>
          </Fragment>
        ))}
      </MantineMenu.Dropdown>
    </MantineMenu>
  );
}

/** Stands for the button, which is drawn before the menu is loaded. */
function Opener({ ref, element }: { readonly ref?: Ref<HTMLElement>; readonly element: HTMLElement }) {
  useImperativeHandle(ref, () => element, [element]);
  return null;
}
