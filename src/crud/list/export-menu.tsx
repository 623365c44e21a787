import type { RefObject } from 'react';
import { Menu } from '../../ui/feedback/menu.tsx';
import { exportWords } from '../../words/list.ts';
import type { ExportFormat } from './use-export.ts';

interface Props {
  readonly side: 'under' | 'above';
  readonly opener: RefObject<HTMLElement | null>;
  readonly onChoose: (format: ExportFormat) => void;
  readonly onClose: () => void;
}

/** Offers the formats of an export. A lazy chunk. */
export default function ExportMenu({ side, opener, onChoose, onClose }: Props) {
  return (
    <Menu label={exportWords.formats} side={side} opener={opener} onClose={onClose}>
      <button type="button" role="menuitem" tabIndex={-1} onClick={() => onChoose('csv')}>
        {exportWords.csv}
      </button>
      <button type="button" role="menuitem" tabIndex={-1} onClick={() => onChoose('xlsx')}>
        {exportWords.excel}
      </button>
    </Menu>
  );
}
