import { Button } from '@mantine/core';
import { PrintIcon } from './icons.ts';

/** Prints what is on the screen: print.css makes a clean page of it. An installed app has no menu to print from. */
export function PrintButton() {
  return (
    <Button
      variant="default"
      leftSection={<PrintIcon size={18} aria-hidden />}
      onClick={() => globalThis.print()}
    >
      Print
    </Button>
  );
}
