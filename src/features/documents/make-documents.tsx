import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Row } from '../../crud/record/record-screen.tsx';
import type { PaperContent } from '../../domain/papers/paper-content.ts';
import type { ResourceName } from '../../domain/resource-spec.ts';
import { LazySlot } from '../../ui/feedback/lazy-slot.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { makeWords } from '../../words/make-documents.ts';
import css from './make-documents.module.css';
import { type DocumentKind, documentKinds } from './use-paper.ts';

const DocumentDialog = lazyPart(() => import('./document-dialog.tsx'));

interface Props {
  readonly resource: ResourceName;
  readonly row: Row;
  /** Without it, nothing can be signed on this device. */
  readonly onSign?: (content: PaperContent) => void;
}

/** Buttons for the documents that can be made of the record. */
export function MakeDocuments({ resource, row, onSign }: Props) {
  const [kind, setKind] = useState<DocumentKind | null>(null);
  const close = (): void => setKind(null);
  return (
    <>
      <div className={css.kinds}>
        {documentKinds(resource).map((one) => (
          <Button key={one} variant="default" className={css.kind} onClick={() => setKind(one)}>
            {makeWords[one]}
          </Button>
        ))}
      </div>
      <LazySlot onClose={close}>
        {kind && (
          <DocumentDialog
            resource={resource}
            row={row}
            kind={kind}
            {...(onSign && {
              onSign: (content: PaperContent) => {
                close();
                onSign(content);
              },
            })}
            onClose={close}
          />
        )}
      </LazySlot>
    </>
  );
}
