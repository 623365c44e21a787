import { Button } from '@mantine/core';
import { useState } from 'react';
import { notSavedWords } from '../../../crud/change-words.ts';
import { readable } from '../../../crud/readable.ts';
import { type Customer, customerSpec } from '../../../domain/customer.ts';
import type { Fields } from '../../../domain/resource-spec.ts';
import { leaveRowsOut, readRowsLeft } from '../../../records/imports/rows-left.ts';
import type { ImportHead } from '../../../records/imports/use-imports.ts';
import { useRecordServices } from '../../../records/record-services.ts';
import { Dialog, DialogButtons } from '../../../ui/feedback/dialog.tsx';
import { ErrorAlert } from '../../../ui/feedback/notice.tsx';
import { importWords } from '../../../words/import.ts';
import { KnownCustomers } from './known-customers.ts';

interface Props {
  readonly head: ImportHead;
  readonly onGoOn: () => void;
}

/** Continues an import. Asks first about rows that are like customers added since the import was checked. */
export function ContinueImport({ head, onGoOn }: Props) {
  const services = useRecordServices();
  const [again, setAgain] = useState<Again | null>(null);

  async function check(): Promise<void> {
    const { rows, since } = await readRowsLeft(services, head);
    const found = likeOthers(rows, since);
    if (found.size === 0) onGoOn();
    else setAgain({ done: head.done, rows: found });
  }

  return (
    <>
      <Button variant="default" onClick={() => void check()}>
        {importWords.goOn}
      </Button>
      {again && (
        <RowsAgain
          head={head}
          again={again}
          onClose={() => setAgain(null)}
          onGoOn={() => {
            setAgain(null);
            onGoOn();
          }}
        />
      )}
    </>
  );
}

interface Again {
  readonly done: number;
  /** By place among the rows left. */
  readonly rows: ReadonlyMap<number, Customer>;
}

function likeOthers(rows: readonly Fields[], since: readonly Fields[]): Again['rows'] {
  const known = new KnownCustomers();
  for (const view of since) known.add(readable('customers', view) as Customer);
  const found = new Map<number, Customer>();
  for (const [place, row] of rows.entries()) {
    const customer = readable('customers', row) as Customer;
    if (known.find(customer).duplicate) found.set(place, customer);
  }
  return found;
}

function RowsAgain({
  head: { id, header },
  again: { done, rows },
  onClose,
  onGoOn,
}: Props & { readonly again: Again; readonly onClose: () => void }) {
  const services = useRecordServices();
  const [problem, setProblem] = useState<string | null>(null);
  const count = rows.size;

  async function leaveOut(): Promise<void> {
    try {
      const lines = [...rows].map(([place, customer]) => [place, lineOf(customer, header.length)] as const);
      await leaveRowsOut(services, id, { done, lines: new Map(lines) });
      onGoOn();
    } catch (error) {
      setProblem(notSavedWords(error, importWords.leaveAllOut({ count }), importWords.failed));
    }
  }

  return (
    <Dialog title={importWords.againTitle} size="small" onClose={onClose}>
      <ErrorAlert lines={problem === null ? [] : [problem]} />
      <p>{importWords.againQuestion({ count })}</p>
      <DialogButtons>
        <Button variant="default" onClick={onGoOn}>
          {importWords.takeAll({ count })}
        </Button>
        <Button data-autofocus onClick={() => void leaveOut()}>
          {importWords.leaveAllOut({ count })}
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
