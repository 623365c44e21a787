import { CUSTOMER_STATUSES } from '../../domain/customer.ts';
import { choiceLabel } from '../../ui/choice-label.ts';
import { StatusChip } from '../../ui/status-chip.tsx';

/** A customer's status; '-' where none is known. */
export function CustomerStatus({ status }: { readonly status: string }) {
  if (status === '') return '-';
  return <StatusChip status={status} label={choiceLabel(status, CUSTOMER_STATUSES)} />;
}
