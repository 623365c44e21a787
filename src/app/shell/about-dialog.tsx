import { Button } from '@mantine/core';
import { useState } from 'react';
import { saveFile } from '../../crud/save-file.ts';
import { useRecordServices } from '../../records/records-context.ts';
import { supportReport } from '../../records/support-report.ts';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { ErrorAlert } from '../../ui/feedback/error-alert.tsx';
import { ProductMark } from '../../ui/product-mark.tsx';
import { PRODUCT } from '../../ui/text/page-title.ts';
import type { FramePorts } from '../frame-ports.ts';
import { canInstall, type InstallWay } from '../install-way.ts';
import css from './about-dialog.module.css';
import { ShortcutToggle } from './shortcut-toggle.tsx';

export interface AboutDialogProps {
  readonly ports: FramePorts;
  readonly onClose: () => void;
}

/** Which app this is, what it keeps on the device, and what this browser cannot do for it. */
export default function AboutDialog({
  ports: { browser, install, shortcuts, version },
  onClose,
}: AboutDialogProps) {
  const services = useRecordServices();
  const [problem, setProblem] = useState<readonly string[]>([]);

  async function saveReport(): Promise<void> {
    try {
      const report = await supportReport(services, {
        Version: version,
        Browser: browser.userAgent,
        Installed: browser.standalone ? 'yes' : 'no',
      });
      const day = new Date(services.clock.now()).toISOString().slice(0, 10);
      saveFile(`restoration-support-${day}.txt`, new Blob([report], { type: 'text/plain' }), services.clock);
      setProblem([]);
    } catch (error) {
      services.log.error('the report for support was not made', error);
      setProblem(["The report could not be made: this device's storage does not answer. Please try again."]);
    }
  }

  return (
    <Dialog title="About" size="small" onClose={onClose}>
      <div className={css['product']}>
        <ProductMark size={48} />
        <p>
          <strong>{PRODUCT}</strong>
          Version {version}
          <br />
          MIT License
        </p>
      </div>
      <h3 className={css['head']}>On this device</h3>
      <p className={css['words']}>
        Your company’s records, changes that are not sent yet, and your sign-in. Logging out removes them,
        unless changes still have to be sent.
      </p>
      <h3 className={css['head']}>This browser</h3>
      <ul className={css['words']}>
        <li>{installWords(install.way)}</li>
        {!browser.opensOffline && (
          <li>
            The app does not open without a connection here. That needs an address with HTTPS, and a browser
            that allows it.
          </li>
        )}
        {!browser.canPersist && (
          <li>The browser may remove the app’s data when the device runs out of space.</li>
        )}
      </ul>
      <h3 className={css['head']}>Keyboard</h3>
      <p className={css['words']}>Press ? on any screen to see the keyboard shortcuts.</p>
      <ShortcutToggle keys={shortcuts} />
      <h3 className={css['head']}>Support</h3>
      <p className={css['words']}>
        A report of versions, states and counts helps support to find out what is wrong. It has no names and
        nothing of your records.
      </p>
      <Button variant="default" className={css['report'] ?? ''} onClick={() => void saveReport()}>
        Save report for support
      </Button>
      <ErrorAlert lines={problem} />
    </Dialog>
  );
}

function installWords(way: InstallWay): string {
  if (way === 'installed') return 'The app is installed on this device.';
  if (canInstall(way))
    return 'The app is not installed here. To install it, choose Install app in the account menu.';
  if (way === 'not-offered')
    return 'The browser does not offer to install the app now. It may be installed already.';
  return 'This browser cannot install the app. It works in the browser all the same.';
}
