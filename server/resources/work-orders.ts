import { z } from 'zod';
import {
  WORK_ORDER_PRIORITIES,
  WORK_ORDER_STATUSES,
  type WorkOrder,
  workOrderSpec,
} from '../../src/domain/work-order.ts';
import { dateOrTimeField } from '../http/date-fields.ts';
import { choiceField, LONG_TEXT, textField } from '../http/fields.ts';
import { moneyField } from '../http/number-fields.ts';
import { referenceField } from '../http/reference-field.ts';
import { siteAddressInput } from './address-input.ts';
import { asMoney } from './field-outputs.ts';
import type { ServerResource } from './server-resource.ts';

const input = z.object({
  work_order_number: textField({ max: 50 }),
  title: textField({ max: 200 }),
  description: textField(LONG_TEXT).optional(),
  customer: referenceField(),
  status: choiceField(WORK_ORDER_STATUSES).optional(),
  priority: choiceField(WORK_ORDER_PRIORITIES).optional(),
  ...siteAddressInput,
  scheduled_date: dateOrTimeField().nullable().optional(),
  estimated_cost: moneyField().optional(),
  notes: textField(LONG_TEXT).optional(),
} satisfies Record<keyof WorkOrder, z.ZodType>);

export const workOrders: ServerResource = {
  spec: workOrderSpec,
  table: 'work_orders',
  input,
  output: { estimated_cost: asMoney },
  defaults: { estimated_cost: null },
  uniqueKeys: [{ field: 'work_order_number', constraint: 'work_orders_number_key' }],
  references: [
    { field: 'customer', column: 'customer_id', table: 'customers', constraint: 'work_orders_customer_fkey' },
  ],
};
