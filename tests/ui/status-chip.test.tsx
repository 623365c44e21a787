import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { CUSTOMER_STATUSES } from '../../src/domain/customer.ts';
import { ESTIMATE_STATUSES } from '../../src/domain/estimate.ts';
import { PROJECT_PRIORITIES, PROJECT_STATUSES } from '../../src/domain/project.ts';
import { WORK_ORDER_PRIORITIES, WORK_ORDER_STATUSES } from '../../src/domain/work-order.ts';
import { ChoiceChip } from '../../src/ui/fields/choice-chip.tsx';
import { Kit } from '../../src/ui/kit/kit.tsx';

/** Every chip of the app: its value, its words and its color. */
const CHIPS: Readonly<Record<string, readonly (readonly [value: string, words: string, tone: string])[]>> = {
  'a customer’s status': [
    ['active', 'Active', 'green'],
    ['inactive', 'Inactive', 'gray'],
    ['prospect', 'Prospect', 'blue'],
    ['lead', 'Lead', 'violet'],
  ],
  'a project’s status': [
    ['pending', 'Pending', 'orange'],
    ['in_progress', 'In Progress', 'blue'],
    ['on_hold', 'On Hold', 'red'],
    ['completed', 'Completed', 'green'],
    ['cancelled', 'Cancelled', 'gray'],
  ],
  'a project’s priority': [
    ['low', 'Low', 'green'],
    ['medium', 'Medium', 'orange'],
    ['high', 'High', 'red'],
  ],
  'an estimate’s status': [
    ['draft', 'Draft', 'gray'],
    ['sent', 'Sent', 'blue'],
    ['accepted', 'Accepted', 'green'],
    ['rejected', 'Rejected', 'red'],
    ['expired', 'Expired', 'orange'],
  ],
  'a work order’s status': [
    ['pending', 'Pending', 'orange'],
    ['assigned', 'Assigned', 'violet'],
    ['in_progress', 'In Progress', 'blue'],
    ['completed', 'Completed', 'green'],
    ['cancelled', 'Cancelled', 'gray'],
  ],
  'a work order’s priority': [
    ['low', 'Low', 'green'],
    ['medium', 'Medium', 'orange'],
    ['high', 'High', 'red'],
    ['urgent', 'Urgent', 'alarm'],
  ],
};

const CHOICES: Readonly<Record<string, readonly string[]>> = {
  'a customer’s status': CUSTOMER_STATUSES,
  'a project’s status': PROJECT_STATUSES,
  'a project’s priority': PROJECT_PRIORITIES,
  'an estimate’s status': ESTIMATE_STATUSES,
  'a work order’s status': WORK_ORDER_STATUSES,
  'a work order’s priority': WORK_ORDER_PRIORITIES,
};

describe.each(Object.entries(CHIPS))('%s', (name, chips) => {
  const known = CHOICES[name] ?? [];

  // @spec 4.15 4.17 4.18 4.20 4.21 4.22
  it('has the values of the specification and no others', () => {
    expect(known).toEqual(chips.map(([value]) => value));
  });

  // @spec 2.45 4.17 4.18 D1.29
  it.each(chips)('%s says %s, and is %s', (value, words, tone) => {
    render(<ChoiceChip value={value} choices={known} />, { wrapper: Kit });
    expect(screen.getByText(words).closest('[data-tone]')).toHaveAttribute('data-tone', tone);
  });
});
