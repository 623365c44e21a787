import { Button } from '@mantine/core';
import { Link } from 'react-router-dom';
import { checkedMove } from '../../../crud/checked-move.ts';
import { readable } from '../../../crud/readable.ts';
import { recordPath } from '../../../crud/record-link.tsx';
import { useResourceView } from '../../../crud/resource-view.ts';
import { useDates } from '../../../crud/time.tsx';
import type { useTap } from '../../../crud/use-tap.ts';
import { addressOf } from '../../../domain/address.ts';
import type { Estimate } from '../../../domain/estimate.ts';
import { extendedTo } from '../../../domain/push/estimate-pushes.ts';
import type { Push } from '../../../domain/push/push.ts';
import type { Fields, ResourceName } from '../../../domain/resource-spec.ts';
import { fixedBecause } from '../../../domain/schedule/move.ts';
import { MailIcon, PhoneIcon } from '../../../ui/icons.ts';
import { mailAddress, useDialed } from '../../../ui/text/contact-links.tsx';
import { pushWords } from '../../../words/push.ts';
import type { PushForm } from './push-form.tsx';
import type { Whom } from './push-item.tsx';
import { rowOf } from './use-pushes.ts';

export interface StepProps {
  readonly push: Push;
  readonly today: string;
  /** Of the record. */
  readonly title: string;
  readonly whom: Whom;
  readonly change: ReturnType<typeof useTap>;
  readonly onAdd: (form: PushForm) => void;
}

/** The one next step. What it changes can be undone. */
export function PushStep(props: StepProps) {
  const { push } = props;
  switch (push.rule) {
    case 'overdue':
      // No move of such a job is accepted.
      return fixedBecause(push.row.view) === null ? <MoveToToday {...props} /> : <OpenRecord {...props} />;
    case 'quietJob':
      return <AddNote {...props} />;
    case 'quietEstimate':
    case 'runsOut':
      return <Reach {...props} />;
    case 'ranOut':
      return <Extend {...props} />;
    case 'notPlanned':
    case 'projectNotPlanned':
      return <AddFilledIn {...props} resource="workOrders" label={pushWords.newWorkOrder} />;
    case 'noEstimate':
      return <AddFilledIn {...props} resource="estimates" label={pushWords.newEstimate} />;
    default:
      return push satisfies never;
  }
}

/** Moves a work order to another day. */
export function useMove({ change, today }: Pick<StepProps, 'change' | 'today'>): (day: string) => void {
  const dates = useDates('workOrders');
  return (day) => void change.tap(() => (fields) => checkedMove(fields, { day }, { today, dates }));
}

/** Makes an estimate valid for longer. */
export function useExtend({ change, today }: Pick<StepProps, 'change' | 'today'>): () => void {
  return () => {
    void change.tap(() => (fields) => {
      const { valid_until } = readable('estimates', fields) as Estimate;
      return { ...fields, valid_until: extendedTo(valid_until, today) };
    });
  };
}

function MoveToToday({ change, today }: StepProps) {
  const move = useMove({ change, today });
  return (
    <Button variant="default" disabled={change.busy} onClick={() => move(today)}>
      {pushWords.moveToday}
    </Button>
  );
}

function Extend({ change, today }: StepProps) {
  const extend = useExtend({ change, today });
  return (
    <Button variant="default" disabled={change.busy} onClick={extend}>
      {pushWords.extend}
    </Button>
  );
}

function AddNote({ push }: StepProps) {
  const { path } = useResourceView(push.kind);
  return (
    <Button component={Link} variant="default" to={`${recordPath(path, rowOf(push))}?note`}>
      {pushWords.addNote}
    </Button>
  );
}

/** Calls the customer, or writes. Opens the record if neither is known. */
function Reach(props: StepProps) {
  const { name, phone, email } = props.whom;
  const number = useDialed(phone);
  if (number) {
    return (
      <Button
        component="a"
        variant="default"
        href={`tel:${number.call}`}
        aria-label={pushWords.callWhom({ name })}
        leftSection={<PhoneIcon size={18} aria-hidden />}
      >
        {pushWords.call}
      </Button>
    );
  }
  if (email !== '') {
    return (
      <Button
        component="a"
        variant="default"
        href={`mailto:${mailAddress(email)}`}
        aria-label={pushWords.emailWhom({ name })}
        leftSection={<MailIcon size={18} aria-hidden />}
      >
        {pushWords.email}
      </Button>
    );
  }
  return <OpenRecord {...props} />;
}

function OpenRecord({ push, title }: StepProps) {
  const { path } = useResourceView(push.kind);
  return (
    <Button
      component={Link}
      variant="default"
      to={recordPath(path, rowOf(push))}
      aria-label={pushWords.openWhat({ title })}
    >
      {pushWords.open}
    </Button>
  );
}

interface AddProps extends StepProps {
  readonly resource: ResourceName;
  readonly label: string;
}

/** Opens the form of a new record for the customer. */
function AddFilledIn({ push, whom, resource, label, onAdd }: AddProps) {
  const add = (): void => onAdd({ resource, initial: filledIn(push, whom, resource) });
  return (
    <Button variant="default" onClick={add}>
      {label}
    </Button>
  );
}

/** An estimate has no address, so its work is at the customer's. */
function filledIn(push: Push, { id, fields }: Whom, resource: ResourceName): Fields {
  const { title } = readable(push.kind, push.row.view as unknown as Fields) as { title: string };
  const own = { customer: id, title };
  if (resource === 'estimates') return own;
  const site = push.kind === 'projects' ? addressOf(push.row.view as unknown as Fields) : null;
  return { ...own, ...(site?.address_line_1 ? site : addressOf(fields)) };
}
