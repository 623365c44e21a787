import { Button } from '@mantine/core';
import type { MenuEntry } from '../../../ui/feedback/menu.tsx';
import { MenuButton } from '../../../ui/feedback/menu-button.tsx';
import { MoreIcon } from '../../../ui/icons.ts';
import { useWindowSize } from '../../../ui/use-window-size.ts';
import { dryingWords } from '../../../words/drying.ts';

interface Props {
  readonly entries: readonly MenuEntry[];
}

/** On a phone, these would push the readings off the screen, so they are in a menu. */
export function MoreActions({ entries }: Props) {
  const isPhone = useWindowSize() === 'small';
  if (!isPhone) {
    return entries.map(({ key, label, icon, disabled = false, onChoose }) => (
      <Button
        key={key}
        variant="default"
        size="md"
        leftSection={icon}
        disabled={disabled}
        onClick={() => onChoose?.()}
      >
        {label}
      </Button>
    ));
  }
  return (
    <MenuButton label={dryingWords.more} position="bottom-end" entries={entries}>
      {(opener) => (
        <Button variant="default" size="md" leftSection={<MoreIcon size={18} aria-hidden />} {...opener}>
          {dryingWords.more}
        </Button>
      )}
    </MenuButton>
  );
}
