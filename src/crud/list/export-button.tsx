import { Button, type ButtonProps } from '@mantine/core';
import { DownloadIcon } from '../../ui/icons.ts';
import { exportWords } from '../../words/export.ts';
import type { CsvExport } from './use-csv-export.ts';

interface Props extends Pick<ButtonProps, 'variant'> {
  readonly children: string;
  readonly state: CsvExport;
  /** Not everything has been read from the device yet. */
  readonly disabled: boolean;
  readonly onClick: () => void;
  readonly describedBy?: string;
}

export function ExportButton({ children, state, disabled, onClick, describedBy, variant }: Props) {
  return (
    <Button
      {...(variant && { variant })}
      leftSection={<DownloadIcon size={18} aria-hidden />}
      disabled={disabled || state.working}
      onClick={onClick}
      aria-describedby={describedBy}
    >
      {state.working ? exportWords.exporting : children}
    </Button>
  );
}
