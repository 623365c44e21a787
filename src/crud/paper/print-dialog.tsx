import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Dialog, DialogButtons } from '../../ui/feedback/dialog.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { commonWords } from '../../words/common.ts';
import { printWords } from '../../words/print.ts';
import css from './print-dialog.module.css';

export interface PrintDialogProps {
  /** Whether amounts are wanted so far; null for a document that has no choice. */
  readonly amounts: boolean | null;
  /** The settings have no company's name. */
  readonly nameless: boolean;
  readonly canPrint: boolean;
  readonly onPrint: (amounts: boolean) => void;
  readonly onClose: () => void;
}

/** What to know or to choose before a document is printed. A lazy chunk. */
export default function PrintDialog({ amounts, nameless, canPrint, onPrint, onClose }: PrintDialogProps) {
  const [wanted, setWanted] = useState(amounts ?? false);
  return (
    <Dialog title={printWords.print} size="small" above onClose={onClose}>
      {!canPrint && <Notice tone="warning">{printWords.cannotPrint}</Notice>}
      {canPrint && amounts !== null && (
        <label className={css['choice']}>
          <input
            type="checkbox"
            checked={wanted}
            onChange={({ currentTarget }) => setWanted(currentTarget.checked)}
          />
          {printWords.withAmounts}
        </label>
      )}
      {canPrint && nameless && (
        <p className={css['hint']}>
          {printWords.noCompanyName} <Link to="/settings">{printWords.addCompanyName}</Link>
        </p>
      )}
      <DialogButtons>
        <Button variant="default" onClick={onClose} {...(!canPrint && { 'data-autofocus': true })}>
          {canPrint ? commonWords.cancel : commonWords.close}
        </Button>
        {canPrint && (
          <Button onClick={() => onPrint(wanted)} data-autofocus>
            {printWords.print}
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  );
}
