import { screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { ResourceName } from '../../src/domain/resource-spec.ts';
import { KINDS, openList, seedSamples } from '../support/kinds/kinds.ts';
import { button, gone } from '../support/kinds/screen.ts';

/** Every choice field of the forms: its label, the field, and its values with the words they are offered in. */
const CHOICES: Readonly<
  Record<ResourceName, readonly (readonly [label: string, field: string, offers: Record<string, string>])[]>
> = {
  customers: [
    [
      'Customer Type',
      'customer_type',
      {
        residential: 'Residential',
        commercial: 'Commercial',
        insurance: 'Insurance',
        property_management: 'Property Management',
      },
    ],
    ['Status', 'status', { active: 'Active', inactive: 'Inactive', prospect: 'Prospect', lead: 'Lead' }],
  ],
  projects: [
    [
      'Project Type',
      'project_type',
      {
        water_damage: 'Water Damage',
        fire_damage: 'Fire Damage',
        mold_remediation: 'Mold Remediation',
        storm_damage: 'Storm Damage',
        smoke_damage: 'Smoke Damage',
        biohazard: 'Biohazard Cleanup',
        general_cleaning: 'General Cleaning',
        other: 'Other',
      },
    ],
    [
      'Status',
      'status',
      {
        pending: 'Pending',
        in_progress: 'In Progress',
        on_hold: 'On Hold',
        completed: 'Completed',
        cancelled: 'Cancelled',
      },
    ],
    ['Priority', 'priority', { low: 'Low', medium: 'Medium', high: 'High' }],
  ],
  estimates: [
    [
      'Status',
      'status',
      { draft: 'Draft', sent: 'Sent', accepted: 'Accepted', rejected: 'Rejected', expired: 'Expired' },
    ],
  ],
  workOrders: [
    [
      'Status',
      'status',
      {
        pending: 'Pending',
        assigned: 'Assigned',
        in_progress: 'In Progress',
        completed: 'Completed',
        cancelled: 'Cancelled',
      },
    ],
    ['Priority', 'priority', { low: 'Low', medium: 'Medium', high: 'High', urgent: 'Urgent' }],
  ],
};

describe.each(KINDS)('the form of %s', (_, kind) => {
  const { label, resource, titles } = kind;

  // @spec 0.1 4.15 4.16 4.17 4.18 4.19 4.20 4.21 4.22 4.23 D4.5
  test('offers the specified choices in their order, and lets a person go from any status to any other', async () => {
    const records = await seedSamples(kind);
    await records.say({ reasons: ['offline'] });
    const { user } = openList(kind, records);
    const edit = async (): Promise<HTMLElement> => {
      await user.click(await screen.findByLabelText(`Edit ${titles[0]}`));
      const dialog = await screen.findByRole('dialog', { name: `Edit ${label.title}` });
      await within(dialog).findByLabelText(kind.form.labels[0] ?? '');
      return dialog;
    };
    let dialog = await edit();
    const listed = [...dialog.querySelectorAll('select')].filter((select) => !select.closest('details'));
    const offered = listed.map((select) => [
      dialog.querySelector(`label[for="${select.id}"]`)?.textContent,
      [...select.options].map((option) => [option.value, option.textContent]),
    ]);
    expect(offered).toEqual(CHOICES[resource].map(([name, , offers]) => [name, Object.entries(offers)]));

    const statuses = Object.entries(CHOICES[resource].find(([name]) => name === 'Status')?.[2] ?? {});
    const there = [statuses[0], statuses.at(-1), statuses[0]].filter((status) => status !== undefined);
    for (const [value, words] of there) {
      if (!dialog.isConnected) dialog = await edit();
      const field = within(dialog).getByLabelText<HTMLSelectElement>('Status');
      expect([...field.options].filter((option) => option.disabled)).toEqual([]);
      for (const [, other] of statuses.toReversed()) {
        await user.selectOptions(field, other);
        expect(field).toHaveDisplayValue(other);
      }
      await user.selectOptions(field, words);
      await user.click(button(dialog, 'Update'));
      await gone(dialog);
      expect(await records.viewOf(resource, '1')).toMatchObject({ status: value });
    }
  });
});
