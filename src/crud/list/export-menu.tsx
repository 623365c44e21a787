import type { RefObject } from 'react';
import { Menu } from '../../ui/feedback/menu.tsx';
import { exportWords } from '../../words/export.ts';
import type { ExportFormat } from './use-export.ts';

interface Props {
  readonly side: 'under' | 'above';
  readonly opener: RefObject<HTMLElement | null>;
  readonly onChoose: (format: ExportFormat) => void;
  readonly onClose: () => void;
}

/** Offers the formats of an export. A lazy chunk. */
export default function ExportMenu({ side, opener, onChoose, onClose }: Props) {
  const entry = (format: ExportFormat, words: string) => (
    <button type="button" role="menuitem" tabIndex={-1} onClick={() => onChoose(format)}>
      {words}
    </button>
  );
  return (
    <Menu label={exportWords.formats} side={side} opener={opener} onClose={onClose}>
      {entry('csv', exportWords.csv)}
      {entry('xlsx', exportWords.excel)}
    </Menu>
  );
}
