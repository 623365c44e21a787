import { Button } from '@mantine/core';
import { DownloadIcon } from '../ui/icons.ts';

export interface InstallProps {
  /** True where the browser offers to install the app and it is not installed yet. */
  readonly available: boolean;
  /** Shows the browser's own install dialog. */
  readonly install: () => void;
}

/** Offers to install the app, where the browser can. */
export function InstallButton({ available, install }: InstallProps) {
  if (!available) return null;
  return (
    <Button
      variant="default"
      fullWidth
      leftSection={<DownloadIcon size={18} aria-hidden />}
      onClick={() => install()}
    >
      Install app
    </Button>
  );
}
