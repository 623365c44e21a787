import { Button, type ButtonProps } from '@mantine/core';
import { useRef, useState } from 'react';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { ChevronDownIcon, DownloadIcon } from '../../ui/icons.ts';
import { lazyPart } from '../../ui/lazy-part.ts';
import { exportWords } from '../../words/list.ts';
import css from './export-buttons.module.css';
import type { ExportFormat, FileExport } from './use-export.ts';

const ExportMenu = lazyPart(() => import('./export-menu.tsx'));

interface Props extends Pick<ButtonProps, 'variant'> {
  readonly children: string;
  readonly state: FileExport;
  /** Not everything has been read from the device yet. */
  readonly disabled: boolean;
  readonly side?: 'under' | 'above';
  readonly onExport: (format: ExportFormat) => void;
  readonly describedBy?: string;
}

/** Writes a CSV file at a press. A menu beside it has Excel's format, which keeps the zero before a ZIP code. */
export function ExportButtons(props: Props) {
  const { children, state, disabled, side = 'under', onExport, describedBy, variant } = props;
  const opener = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  const common = {
    ...(variant && { variant }),
    disabled: disabled || state.working,
    'aria-describedby': describedBy,
  };
  return (
    <span className={css['place']}>
      <Button
        {...common}
        className={css['first'] ?? ''}
        leftSection={<DownloadIcon size={18} aria-hidden />}
        onClick={() => onExport('csv')}
      >
        {state.working ? exportWords.exporting : children}
      </Button>
      <Button
        {...common}
        ref={opener}
        className={css['second'] ?? ''}
        aria-label={exportWords.formats}
        title={exportWords.formats}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <ChevronDownIcon size={18} aria-hidden />
      </Button>
      <LazySlot onClose={close}>
        {open && (
          <ExportMenu
            side={side}
            opener={opener}
            onChoose={(format) => {
              opener.current?.focus({ preventScroll: true });
              close();
              onExport(format);
            }}
            onClose={close}
          />
        )}
      </LazySlot>
    </span>
  );
}
