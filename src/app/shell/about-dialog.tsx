import { Button } from '@mantine/core';
import { useState } from 'react';
import { saveFile } from '../../crud/save-file.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { supportReport } from '../../records/support-report.ts';
import { Dialog } from '../../ui/feedback/dialog.tsx';
import { ErrorAlert } from '../../ui/feedback/notice.tsx';
import { ProductMark } from '../../ui/product.tsx';
import { aboutWords } from '../../words/settings-and-about.ts';
import { productWords } from '../../words/start.ts';
import { canInstall, type FramePorts, type InstallWay } from '../pwa/install.ts';
import css from './about-dialog.module.css';
import { ShortcutToggle } from './shortcuts-dialog.tsx';

export interface AboutDialogProps {
  readonly ports: FramePorts;
  readonly onClose: () => void;
}

export default function AboutDialog({
  ports: { browser, install, shortcuts, version },
  onClose,
}: AboutDialogProps) {
  const { problem, saveReport } = useReport(browser, version);
  return (
    <Dialog title={aboutWords.title} size="small" onClose={onClose}>
      <div className={css.product}>
        <ProductMark size={48} />
        <p>
          <strong>{productWords.name}</strong>
          <span>{aboutWords.version({ version })}</span>
          <br />
          {aboutWords.license}
        </p>
      </div>
      <h3 className={css.head}>{aboutWords.onThisDevice}</h3>
      <p className={css.words}>{aboutWords.whatIsKept}</p>
      <h3 className={css.head}>{aboutWords.thisBrowser}</h3>
      <ul className={css.words}>
        <li>{installWords(install.way)}</li>
        {!browser.opensOffline && <li>{aboutWords.onlyOnline}</li>}
        {!browser.canPersist && <li>{aboutWords.mayBeRemoved}</li>}
      </ul>
      <h3 className={css.head}>{aboutWords.keyboard}</h3>
      <p className={css.words}>{aboutWords.shortcuts}</p>
      <ShortcutToggle keys={shortcuts} />
      <h3 className={css.head}>{aboutWords.support}</h3>
      <p className={css.words}>{aboutWords.whatIsReported}</p>
      <Button variant="default" className={css.report} onClick={() => void saveReport()}>
        {aboutWords.saveReport}
      </Button>
      <ErrorAlert lines={problem} />
    </Dialog>
  );
}

function useReport({ userAgent, standalone }: FramePorts['browser'], version: string) {
  const services = useRecordServices();
  const [problem, setProblem] = useState<readonly string[]>([]);

  async function saveReport(): Promise<void> {
    try {
      const report = await supportReport(services, {
        Version: version,
        Browser: userAgent,
        Installed: standalone ? 'yes' : 'no',
      });
      const day = new Date(services.clock.now()).toISOString().slice(0, 10);
      saveFile(`restoration-support-${day}.txt`, new Blob([report], { type: 'text/plain' }), services.clock);
      setProblem([]);
    } catch (error) {
      services.log.error('the report for support was not made', error);
      setProblem([aboutWords.reportNotMade]);
    }
  }

  return { problem, saveReport };
}

function installWords(way: InstallWay): string {
  if (way === 'installed') return aboutWords.installed;
  if (canInstall(way)) return aboutWords.notInstalled;
  return way === 'not-offered' ? aboutWords.notOffered : aboutWords.cannotInstall;
}
