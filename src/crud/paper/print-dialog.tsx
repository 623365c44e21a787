import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Dialog, DialogButtons } from '../../ui/feedback/dialog.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { commonWords } from '../../words/common.ts';
import { printWords } from '../../words/record.ts';
import type { PaperWish, PaperWishes } from './print-button.tsx';
import css from './print-dialog.module.css';

const WITH: Readonly<Record<PaperWish, string>> = {
  amounts: printWords.withAmounts,
  crewNotes: printWords.withCrewNotes,
};

export interface PrintDialogProps {
  readonly asksFor: readonly PaperWish[];
  readonly wishes: PaperWishes;
  readonly nameless: boolean;
  readonly canPrint: boolean;
  readonly onPrint: (wishes: PaperWishes) => void;
  readonly onClose: () => void;
}

/** A lazy chunk. */
export default function PrintDialog(props: PrintDialogProps) {
  const { asksFor, wishes, nameless, canPrint, onPrint, onClose } = props;
  const [wanted, setWanted] = useState(wishes);
  return (
    <Dialog title={printWords.print} size="small" above onClose={onClose}>
      {!canPrint && <Notice tone="warning">{printWords.cannotPrint}</Notice>}
      {canPrint &&
        asksFor.map((wish) => (
          <label key={wish} className={css.choice}>
            <input
              type="checkbox"
              checked={wanted[wish]}
              onChange={({ currentTarget: { checked } }) => setWanted((now) => ({ ...now, [wish]: checked }))}
            />
            {WITH[wish]}
          </label>
        ))}
      {canPrint && nameless && (
        <p className={css.hint}>
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
