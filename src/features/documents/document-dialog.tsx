import '@mantine/core/styles/Input.layer.css';
import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useMemo, useState } from 'react';
import { inFileName } from '../../crud/file-name.ts';
import { PaperView } from '../../crud/paper/paper-view.tsx';
import { PdfActions } from '../../crud/pdf-actions.tsx';
import { readable } from '../../crud/readable.ts';
import type { Row } from '../../crud/record/record-screen.tsx';
import { type Estimate, estimateSpec } from '../../domain/estimate.ts';
import { readText } from '../../domain/field.ts';
import { agreementProblem } from '../../domain/papers/agreements.ts';
import type { PaperContent } from '../../domain/papers/paper-content.ts';
import { hasRoomToSign } from '../../domain/papers/signing.ts';
import type { ResourceName } from '../../domain/resource-spec.ts';
import { useSettings } from '../../records/company-settings.ts';
import { Dialog, DialogButtons } from '../../ui/feedback/dialog.tsx';
import { ErrorAlert, Notice } from '../../ui/feedback/notice.tsx';
import { listed } from '../../ui/text/format-values.tsx';
import { commonWords } from '../../words/common.ts';
import { signedFileWords } from '../../words/documents.ts';
import { makeWords as words } from '../../words/make-documents.ts';
import { labelOf, lastSignedOf, useAgreed, useOfferedEstimates } from './agreed-estimates.ts';
import css from './make-documents.module.css';
import { type DocumentKind, totalOf, usePaper } from './use-paper.ts';
import { usePdf } from './use-pdf.ts';

interface Props {
  readonly resource: ResourceName;
  readonly row: Row;
  readonly kind: DocumentKind;
  readonly onSign?: (content: PaperContent) => void;
  readonly onClose: () => void;
}

/** Shows a document, and makes its PDF meanwhile. A lazy chunk. */
export default function DocumentDialog({ resource, row, kind, onSign, onClose }: Props) {
  const [chosen, setChosen] = useState<string | null>(null);
  const [reason, setReason] = useState('');
  const { offered, reading } = useOfferedEstimates(row, kind === 'changeOrder');
  const choice = chosen ?? lastSignedOf(offered);
  const { agreed, notice } = useAgreed(offered.find(({ localId }) => localId === choice) ?? null);
  const content = usePaper({ resource, row, kind, agreed, reason });
  const compared = agreed
    ? [...(agreed.basis ? [] : [agreed.estimate]), readable(resource, row.view) as Estimate]
    : [];
  const unknown = compared.find((estimate) => totalOf(estimate) === null);
  const logo = useSettings()?.companyLogo ?? '';
  return (
    <Dialog title={words[kind]} size="large" onClose={onClose}>
      {kind === 'changeOrder' && (
        <div className={css.change}>
          {offered.length === 0 && <Notice tone="info">{words.noOthers}</Notice>}
          <NativeSelect
            label={words.agreed}
            description={words.agreedHint}
            value={choice}
            data={[
              { value: '', label: words.choose },
              ...offered.map((one) => ({ value: one.localId, label: labelOf(one) })),
            ]}
            onChange={({ currentTarget: { value } }) => setChosen(value)}
          />
          <div role="status">
            {reading !== null && <Notice tone="info">{reading}</Notice>}
            {notice !== null && <Notice tone="warning">{notice}</Notice>}
            {unknown && (
              <Notice tone="warning">{words.noTotal({ estimate: estimateSpec.title(unknown) })}</Notice>
            )}
          </div>
          <Textarea
            label={words.reason}
            rows={2}
            value={reason}
            onChange={({ currentTarget: { value } }) => setReason(value)}
          />
        </div>
      )}
      {content && <PaperView content={content} logo={logo} />}
      {content && (
        <Ways
          content={content}
          logo={logo}
          notes={readText(row.view['notes'])}
          onSign={onSign && (() => onSign(content))}
        />
      )}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {commonWords.close}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

interface SignProps {
  readonly content: PaperContent;
  readonly notes: string;
  /** A customer must not sign what this device cannot make afterwards. */
  readonly isMade: boolean;
  readonly onSign: () => void;
}

function SignButton({ content, notes, isMade, onSign }: SignProps) {
  const hasRoom = useMemo(() => hasRoomToSign(notes, content), [notes, content]);
  const problem = agreementProblem(content);
  const [takesExample, setTakesExample] = useState(false);
  const isExample = problem === 'example';
  return (
    <div className={css.ways}>
      {problem && <Notice tone="warning">{problem === 'none' ? words.noText : words.exampleText}</Notice>}
      {isExample && (
        <label className={css.choice}>
          <input
            type="checkbox"
            checked={takesExample}
            onChange={({ currentTarget: { checked } }) => setTakesExample(checked)}
          />
          <span>{words.takeExample}</span>
        </label>
      )}
      {hasRoom ? (
        <Button disabled={!isMade || (isExample && !takesExample)} onClick={onSign}>
          {words.sign}
        </Button>
      ) : (
        <Notice tone="warning">{signedFileWords.notesFull}</Notice>
      )}
    </div>
  );
}

interface WaysProps {
  readonly content: PaperContent;
  readonly logo: string;
  readonly notes: string;
  readonly onSign: (() => void) | undefined;
}

/** What can be done with the document. */
function Ways({ content, logo, notes, onSign }: WaysProps) {
  const { pdf, problem, again } = usePdf(content, logo);
  const missing = pdf?.missing ?? [];
  return (
    <>
      <div className={css.ways}>
        <ErrorAlert
          lines={problem ? [words.notMade] : []}
          action={
            <Button variant="default" onClick={again}>
              {words.again}
            </Button>
          }
        />
        <div role="status">
          {missing.length > 0 && (
            <Notice tone="warning">
              {words.missing({ characters: listed(missing.slice(0, MOST_SHOWN)) })}
            </Notice>
          )}
          {!pdf && !problem && <p className={css.making}>{words.making}</p>}
        </div>
        {pdf && <PdfActions name={fileName(content)} bytes={pdf.bytes} />}
      </div>
      {content.consent && onSign && (
        <SignButton content={content} notes={notes} isMade={pdf !== null} onSign={onSign} />
      )}
    </>
  );
}

const MOST_SHOWN = 12;

/** 'Estimate EST-7.pdf' */
function fileName({ title, facts }: PaperContent): string {
  const [first] = facts;
  return `${inFileName([title, first?.[1] ?? ''].join(' '))}.pdf`;
}
