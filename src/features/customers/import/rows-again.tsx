import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { notSavedWords } from '../../../crud/change-words.ts';
import { readable } from '../../../crud/readable.ts';
import { type Customer, customerSpec } from '../../../domain/customer.ts';
import type { Fields } from '../../../domain/resource-spec.ts';
import { leaveRowsOut, readRowsLeft } from '../../../records/imports/rows-left.ts';
import type { ImportHead } from '../../../records/imports/use-imports.ts';
import { useRecordServices } from '../../../records/record-services.ts';
import { drawBetweenFrames } from '../../../records/use-in-steps.ts';
import { Dialog, DialogButtons } from '../../../ui/feedback/dialog.tsx';
import { ErrorAlert } from '../../../ui/feedback/notice.tsx';
import { importWords } from '../../../words/import.ts';
import { knownCustomers } from './known-customers.ts';

interface Props {
  readonly head: ImportHead;
  readonly onGoOn: () => void;
}

/** Continues an import. Asks first about rows that are like customers added since the import was checked. */
export function ContinueImport({ head, onGoOn }: Props) {
  const services = useRecordServices();
  const [again, setAgain] = useState<Again | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isGone = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);

  function goOn(): void {
    setAgain(null);
    onGoOn();
  }

  async function check(hasMoved = false): Promise<void> {
    const { done, rows, since } = await readRowsLeft(services, head);
    const found = await drawBetweenFrames(likeOthers(rows, since), services.clock);
    // Meanwhile, it may have been discarded, or another tab may have gone on.
    if (isGone.current) return;
    if (found.size === 0) goOn();
    else setAgain({ done, rows: found, hasMoved });
  }

  async function leaveOut({ done, rows }: Again): Promise<void> {
    const { id, header } = head;
    const lines = [...rows].map(([place, customer]) => [place, lineOf(customer, header.length)] as const);
    const isDone = await leaveRowsOut(services, id, { done, lines: new Map(lines) });
    if (isDone) goOn();
    else await check(true);
  }

  async function attempt(work: () => Promise<void>, button: string, failed: string): Promise<void> {
    setProblem(null);
    setBusy(true);
    try {
      await work();
    } catch (error) {
      services.log.error('an import was not continued', error);
      setProblem(notSavedWords(error, button, failed));
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <ErrorAlert lines={problem === null || again ? [] : [problem]} />
      <Button
        variant="default"
        loading={isBusy}
        onClick={() => void attempt(check, importWords.goOn, importWords.restNotRead)}
      >
        {importWords.goOn}
      </Button>
      {again && (
        <RowsAgain
          again={again}
          problem={problem}
          isBusy={isBusy}
          onClose={() => setAgain(null)}
          onTake={goOn}
          onLeaveOut={(button) => void attempt(() => leaveOut(again), button, importWords.failed)}
        />
      )}
    </>
  );
}

interface Again {
  readonly done: number;
  /** By place among the rows left. */
  readonly rows: ReadonlyMap<number, Customer>;
  /** Another tab has moved the import on since the person was asked. */
  readonly hasMoved: boolean;
}

/** Rows per step. */
const STEP = 50;

function* likeOthers(
  rows: readonly Fields[],
  since: readonly Fields[],
): Generator<void, ReadonlyMap<number, Customer>> {
  const known = yield* knownCustomers(customersIn(since));
  const found = new Map<number, Customer>();
  let place = 0;
  for (const customer of customersIn(rows)) {
    if (known.find(customer).duplicate) found.set(place, customer);
    place += 1;
    if (place % STEP === 0) yield;
  }
  return found;
}

function* customersIn(rows: readonly Fields[]): Generator<Customer, void> {
  for (const row of rows) yield readable('customers', row) as Customer;
}

interface RowsAgainProps {
  readonly again: Again;
  readonly problem: string | null;
  readonly isBusy: boolean;
  readonly onClose: () => void;
  readonly onTake: () => void;
  readonly onLeaveOut: (button: string) => void;
}

function RowsAgain({ again, problem, isBusy, onClose, onTake, onLeaveOut }: RowsAgainProps) {
  const count = again.rows.size;
  const leaveOut = importWords.leaveAllOut({ count });
  const moved = again.hasMoved ? importWords.movedOn : null;
  const said = problem ?? moved;
  return (
    <Dialog title={importWords.againTitle} size="small" onClose={onClose}>
      <ErrorAlert lines={said === null ? [] : [said]} />
      <p>{importWords.againQuestion({ count })}</p>
      <DialogButtons>
        <Button variant="default" disabled={isBusy} onClick={onTake}>
          {importWords.takeAll({ count })}
        </Button>
        <Button data-autofocus loading={isBusy} onClick={() => onLeaveOut(leaveOut)}>
          {leaveOut}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}

/** The cells of the file are no longer known, so the first one names the customer. */
function lineOf(customer: Customer, width: number): readonly string[] {
  const { email, phone } = customer;
  const name = [customerSpec.title(customer), email, phone].filter(Boolean).join(', ');
  const cells = Array.from({ length: Math.max(1, width) }, (_, n) => (n === 0 ? name : ''));
  return [...cells, importWords.againReason];
}
