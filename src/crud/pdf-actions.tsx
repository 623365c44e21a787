import { Button } from '@mantine/core';
import { useState } from 'react';
import { useRecordServices } from '../records/record-services.ts';
import { ErrorAlert } from '../ui/feedback/notice.tsx';
import { DownloadIcon, PrintIcon, ShareIcon } from '../ui/icons.ts';
import { pdfWords } from '../words/documents.ts';
import css from './pdf-actions.module.css';
import { keepAddress, saveFile } from './save-file.ts';

interface Props {
  /** With its extension. */
  readonly name: string;
  readonly bytes: ArrayBuffer;
}

/** Opens, shares and downloads a finished PDF. Each must run directly after a press, as browsers require. */
export function PdfActions({ name, bytes }: Props) {
  const { clock, log, photoDevice } = useRecordServices();
  const [problem, setProblem] = useState<string | null>(null);
  const file = new File([bytes], name, { type: 'application/pdf' });
  const shared = { files: [file], title: name };
  const canShare = photoDevice.canShare(shared);
  const isSheetBetter = canShare && photoDevice.isInstalled;

  function open(): void {
    const address = URL.createObjectURL(file);
    keepAddress(address, clock);
    // Not with 'noopener', which would hide whether it was opened.
    setProblem(window.open(address, '_blank') === null ? pdfWords.notOpened : null);
  }

  async function share(): Promise<void> {
    setProblem(null);
    try {
      await photoDevice.share(shared);
    } catch (error) {
      log.error('a document was not shared', error);
      setProblem(pdfWords.notShared);
    }
  }

  return (
    <div>
      <ErrorAlert lines={problem === null ? [] : [problem]} />
      <div className={css.actions}>
        {canShare && (
          <Button leftSection={<ShareIcon size={18} aria-hidden />} onClick={() => void share()}>
            {pdfWords.share}
          </Button>
        )}
        {!isSheetBetter && <Open onOpen={open} />}
        <Button
          variant="default"
          leftSection={<DownloadIcon size={18} aria-hidden />}
          onClick={() => saveFile(name, file, clock)}
        >
          {pdfWords.download}
        </Button>
        {isSheetBetter && <Open onOpen={open} />}
      </div>
      {isSheetBetter && <p className={css.hint}>{pdfWords.printByShare}</p>}
    </div>
  );
}

function Open({ onOpen }: { readonly onOpen: () => void }) {
  return (
    <Button variant="default" leftSection={<PrintIcon size={18} aria-hidden />} onClick={onOpen}>
      {pdfWords.open}
    </Button>
  );
}
