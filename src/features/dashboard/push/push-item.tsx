import { memo } from 'react';
import { Link } from 'react-router-dom';
import { readable, titleOf } from '../../../crud/readable.ts';
import { RecordMark, recordPath } from '../../../crud/record-link.tsx';
import { useResourceView } from '../../../crud/resource-view.ts';
import { useTap } from '../../../crud/use-tap.ts';
import type { Customer } from '../../../domain/customer.ts';
import { readText } from '../../../domain/field.ts';
import { fromCents } from '../../../domain/money.ts';
import type { Push } from '../../../domain/push/push.ts';
import { useReferenced } from '../../../records/use-records.ts';
import { formatWholeMoney } from '../../../ui/text/format-values.tsx';
import { recordWords } from '../../../words/common.ts';
import { pushWords } from '../../../words/push.ts';
import { formatNearDay } from './near-day.ts';
import css from './push.module.css';
import { type OnProblem, PushProblem } from './push-alert.tsx';
import type { PushForm } from './push-form.tsx';
import { PushMenu } from './push-menu.tsx';
import { pushSaid } from './push-said.ts';
import { PushStep } from './push-step.tsx';
import { rowOf } from './use-pushes.ts';

interface ItemProps {
  readonly push: Push;
  readonly today: string;
  /** The day on which it comes back, if it is put away. */
  readonly aside?: string | undefined;
  /** Always the same function, for `memo`. */
  readonly onAdd: (form: PushForm) => void;
  /** Always the same function, too. */
  readonly onProblem: OnProblem;
}

/** Shows a record that needs a push, why, and the next step. Drawn once, although the list grows in steps. */
export const PushItem = memo(function PushItem({ push, today, aside, onAdd, onProblem }: ItemProps) {
  const row = rowOf(push);
  const { path } = useResourceView(push.kind);
  const whom = useCustomer(readText(row.view['customer']));
  const change = useTap(push.kind, row.localId);
  const title = titleOf(push.kind, row.view);
  const about = { push, today, title, change, whom, onAdd };
  const money = push.cents > 0 ? formatWholeMoney(fromCents(push.cents)) : '';
  return (
    <li className={css.item}>
      <div className={css.what}>
        <p className={css.title}>
          <Link to={recordPath(path, row)}>{title}</Link>
          <RecordMark resource={push.kind} row={row} />
        </p>
        <p className={css.said} data-late={push.rule === 'overdue' || undefined}>
          {pushSaid(push, { customer: whom.name, today })}
        </p>
        <p className={css.who}>{[whom.known && whom.name, whom.phone, money].filter(Boolean).join(' · ')}</p>
        {aside !== undefined && (
          <p className={css.who}>{pushWords.asideUntil({ day: formatNearDay(aside, today) })}</p>
        )}
        <PushProblem title={title} text={change.problem} onProblem={onProblem} />
      </div>
      <div className={css.steps} data-no-print>
        <PushStep {...about} />
        <PushMenu {...about} aside={aside} onProblem={onProblem} />
      </div>
    </li>
  );
});

export interface Whom {
  readonly name: string;
  readonly known: boolean;
  readonly phone: string;
  readonly email: string;
  readonly id: string;
  /** The result of `readable`. */
  readonly fields: Partial<Customer>;
}

function useCustomer(id: string): Whom {
  const { row } = useReferenced('customers', id === '' ? null : id);
  const fields: Partial<Customer> = row ? readable('customers', row.view) : {};
  return {
    id,
    fields,
    known: row !== undefined,
    name: row ? titleOf('customers', row.view) : recordWords.unknown,
    phone: readText(fields.phone).trim(),
    email: readText(fields.email).trim(),
  };
}
