import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { DiscardQuestion } from '../../crud/form/kept-draft.tsx';
import { PaperView } from '../../crud/paper/paper-view.tsx';
import { PdfActions } from '../../crud/pdf-actions.tsx';
import type { PaperContent } from '../../domain/papers/paper-content.ts';
import { useSettings } from '../../records/company-settings.ts';
import type { NewSigned } from '../../records/signed-documents.ts';
import { useKeepsFiles } from '../../records/use-files-status.ts';
import { Dialog, DialogButtons } from '../../ui/feedback/dialog.tsx';
import { ErrorAlert, Notice } from '../../ui/feedback/notice.tsx';
import { useUnsavedInput } from '../../ui/fields/unsaved-input.ts';
import { commonWords } from '../../words/common.ts';
import { onlyHereWords, signingScreenWords as words } from '../../words/documents.ts';
import css from './signing.module.css';
import { SigningFields } from './signing-fields.tsx';
import { useReadToEnd } from './use-read-to-end.ts';
import { useSigning } from './use-signing.ts';

interface Props {
  /** As it was when the dialog opened: what is signed is what was read. */
  readonly content: PaperContent;
  readonly parent: NewSigned['parent'];
  readonly onClose: () => void;
}

/** A customer reads the whole document and signs it. A lazy chunk. */
export default function SigningDialog({ content: given, parent, onClose }: Props) {
  const [content] = useState(given);
  const settings = useSettings();
  const { end, isRead, say } = useReadToEnd();
  const signing = useSigning({ content, parent, isRead });
  const [asking, setAsking] = useState(false);
  const { isBegun, isBusy, signed, unkept, problems } = signing;
  const isOpen = isBegun && !signed;
  useUnsavedInput(isOpen || isBusy);
  const title = words.title({ document: content.title });
  const said = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Sign is always in view, but what it complains about may be far below.
    if (problems.length > 0) said.current?.scrollIntoView({ block: 'center' });
  }, [problems]);

  function leave(): void {
    if (isBusy) return;
    if (isOpen) setAsking(true);
    else onClose();
  }

  if (signed) return <Signed {...signed} title={title} onClose={onClose} />;
  return (
    <Dialog title={title} size="large" onClose={leave}>
      <div className={css.reading}>
        <p>{isRead ? words.isRead : words.read}</p>
        {!isRead && (
          <Button variant="default" onClick={say}>
            {words.haveRead}
          </Button>
        )}
      </div>
      {/* Going down to the words below the document would count as having read it. */}
      <div ref={isRead ? null : said} className={!isRead && problems.length > 0 ? css.said : undefined}>
        <ErrorAlert lines={isRead ? [] : problems} />
      </div>
      <PaperView content={content} logo={settings?.companyLogo ?? ''} />
      <div ref={end} aria-hidden className={css.end} />
      <SigningFields content={content} signing={signing} />
      <div ref={isRead ? said : null}>
        <ErrorAlert lines={isRead ? problems : []} />
      </div>
      {unkept && (
        <div className={css.done}>
          <p>{words.unkept}</p>
          <PdfActions {...unkept} />
        </div>
      )}
      <p role="status" className={css.busy}>
        {isBusy && words.signing}
      </p>
      <DialogButtons>
        <Button variant="default" onClick={leave} disabled={isBusy}>
          {commonWords.cancel}
        </Button>
        <Button size="md" onClick={() => void signing.sign()} disabled={isBusy}>
          {words.sign}
        </Button>
      </DialogButtons>
      {asking && (
        <DiscardQuestion words={words.unsigned} onKeep={() => setAsking(false)} onDiscard={onClose} />
      )}
    </Dialog>
  );
}

interface SignedProps {
  readonly title: string;
  readonly name: string;
  readonly bytes: ArrayBuffer;
  readonly isWithout: boolean;
  readonly onClose: () => void;
}

function Signed({ title, name, bytes, isWithout, onClose }: SignedProps) {
  const keepsFiles = useKeepsFiles();
  return (
    <Dialog title={title} size="medium" onClose={onClose}>
      <div className={css.done}>
        <p role="status">{isWithout ? words.doneWithout : words.done}</p>
        {keepsFiles === false && <Notice tone="warning">{onlyHereWords.why}</Notice>}
        <p>{words.copy}</p>
        <PdfActions name={name} bytes={bytes} />
      </div>
      <DialogButtons>
        <Button onClick={onClose} data-autofocus>
          {words.close}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
