import { Button } from '@mantine/core';
import { useState } from 'react';
import { useSessionState } from '../../auth/use-session.ts';
import { saveFile } from '../../crud/save-file.ts';
import { useNow, useToday } from '../../crud/time.tsx';
import { dayAfter, dayBefore, daysFrom } from '../../domain/plain-date.ts';
import { useRecordServices } from '../../records/record-services.ts';
import { type DayReceipt, readFinished, useFinished, useReceipt } from '../../records/use-receipt.ts';
import type { SyncStatus } from '../../records/use-sync-status.ts';
import { ErrorAlert } from '../../ui/feedback/notice.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { DoneIcon, NextIcon, PreviousIcon, WaitingIcon } from '../../ui/icons.ts';
import { formatDateOfYear, formatWeekdayAndDate } from '../../ui/text/format-date.ts';
import { receiptWords } from '../../words/receipt.ts';
import { productWords } from '../../words/start.ts';
import { More } from './change-card.tsx';
import own from './day-receipt.module.css';
import { FinishedItem } from './finished-changes.tsx';
import {
  dayInSentence,
  isSettled,
  receiptFile,
  receiptRow,
  receiptText,
  sharedText,
} from './receipt-words.ts';
import css from './sync-screen.module.css';

export interface CopyProps {
  /** Null if the browser has no clipboard. */
  readonly copy: ((text: string) => Promise<boolean>) | null;
}

interface Props extends CopyProps {
  readonly status: SyncStatus;
  /** Unsent changes of the company settings. */
  readonly settings: number;
}

/** Days on which the journal is whole. */
const DAYS = 14;

/** Proves what of a day's work is on the server. */
export function DayReceiptPanel({ status, settings: unsentSettings, copy }: Props) {
  const today = useToday();
  const now = useNow();
  // Null means today, also after midnight.
  const [chosen, setChosen] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const day = chosen ?? today;
  const receipt = useReceipt(day);
  if (!receipt) return null;
  const choose = (next: string): void => setChosen(next === today ? null : next);
  const settings = day === today ? unsentSettings : 0;
  const isOffline = status.reasons.includes('offline') || status.reasons.includes('unreachable');
  const standing = { day: dayInSentence(day, today), settings, isOffline, now };
  const settled = isSettled(receipt, settings);
  const Icon = settled ? DoneIcon : WaitingIcon;
  const { lines, files, others } = receipt;
  return (
    <section aria-labelledby="receipt" className={own.receipt} data-settled={settled || undefined}>
      <div className={own.days}>
        <h2 id="receipt" className={own.heading}>
          {receiptWords.heading}
        </h2>
        <IconButton
          label={receiptWords.dayBefore}
          disabled={day <= daysFrom(today, 1 - DAYS)}
          onClick={() => choose(dayBefore(day))}
        >
          <PreviousIcon size={20} aria-hidden />
        </IconButton>
        <span className={own.day}>{formatWeekdayAndDate(day, today)}</span>
        <IconButton
          label={receiptWords.dayAfter}
          disabled={day >= today}
          onClick={() => choose(dayAfter(day))}
        >
          <NextIcon size={20} aria-hidden />
        </IconButton>
      </div>
      <p className={own.sum} role="status">
        {receipt.sent > 0 && <Icon size={20} aria-hidden />}
        <span>{receiptText(receipt, standing)}</span>
      </p>
      {files > 0 && <p className={css.what}>{receiptWords.files({ count: files })}</p>}
      {others > 0 && <p className={css.what}>{receiptWords.others({ count: others })}</p>}
      {lines.length > 0 && (
        <>
          <Ways
            copy={copy}
            receipt={receipt}
            day={day}
            text={(inDay) => receiptText(receipt, { ...standing, day: inDay })}
          />
          <button type="button" className={css.fold} aria-expanded={open} onClick={() => setOpen(!open)}>
            {receiptWords.showList}
          </button>
          {open && <DayList key={day} receipt={receipt} />}
        </>
      )}
    </section>
  );
}

interface WaysProps extends CopyProps {
  readonly receipt: DayReceipt;
  readonly day: string;
  /** The sentence, with this in place of 'today'. */
  readonly text: (day: string) => string;
}

function Ways({ receipt, day, text, copy }: WaysProps) {
  const services = useRecordServices();
  const { photoDevice } = services;
  const session = useSessionState();
  const [said, setSaid] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const name = 'account' in session ? session.account.username : '';
  const title = receiptWords.head({ app: productWords.name, name, day: formatDateOfYear(day) });

  async function rows() {
    const finished = await readFinished(
      services.db.relaxed,
      receipt.lines.map(({ entry }) => entry),
    );
    return finished.flatMap((change, n) => {
      const state = receipt.lines[n]?.state;
      return state ? [receiptRow(change, state)] : [];
    });
  }

  async function message(): Promise<string> {
    const { others } = receipt;
    const more = others > 0 ? [receiptWords.others({ count: others })] : [];
    return sharedText([title, text(formatDateOfYear(day)), ...more], await rows(), services.clock.now());
  }

  async function run(act: () => Promise<boolean>, sayDone: string, sayFailed: string): Promise<void> {
    setProblem(null);
    setSaid('');
    const done = await act().catch((error: unknown) => {
      services.log.error('the receipt was not given out', error);
      return false;
    });
    if (done) setSaid(sayDone);
    else setProblem(sayFailed);
  }

  async function share(): Promise<boolean> {
    await photoDevice.share({ title, text: await message() });
    return true;
  }

  async function save(): Promise<boolean> {
    const file = new Blob([receiptFile(await rows())], { type: 'text/csv;charset=utf-8' });
    saveFile(`receipt-${day}.csv`, file, services.clock);
    return true;
  }

  return (
    <>
      <div className={css.ways}>
        {photoDevice.canShare({ title, text: title }) && (
          <Button variant="default" onClick={() => void run(share, '', receiptWords.notShared)}>
            {receiptWords.share}
          </Button>
        )}
        {copy && (
          <Button
            variant="default"
            onClick={() =>
              void run(async () => copy(await message()), receiptWords.copied, receiptWords.notCopied)
            }
          >
            {receiptWords.copy}
          </Button>
        )}
        <Button variant="default" onClick={() => void run(save, '', receiptWords.notSaved)}>
          {receiptWords.saveFile}
        </Button>
        <span role="status">{said}</span>
      </div>
      <ErrorAlert lines={problem === null ? [] : [problem]} />
    </>
  );
}

const WINDOW = 50;

function DayList({ receipt: { lines } }: { readonly receipt: DayReceipt }) {
  const [limit, setLimit] = useState(WINDOW);
  const finished = useFinished(lines.slice(0, limit).map(({ entry }) => entry));
  return (
    <>
      <ul className={css.finished}>
        {finished?.map((change) => (
          <FinishedItem key={change.n} change={change} />
        ))}
      </ul>
      <More left={lines.length - limit} onMore={() => setLimit(limit + WINDOW)} />
    </>
  );
}
