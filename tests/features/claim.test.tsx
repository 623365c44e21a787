import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import type { Fields } from '../../src/domain/resource-spec.ts';
import { CUSTOMERS } from '../support/kinds/customers.ts';
import { ESTIMATES } from '../support/kinds/estimates.ts';
import { ANNS_WAYS, type Kind } from '../support/kinds/kind.ts';
import { PROJECTS } from '../support/kinds/projects.ts';
import { button, gone, type } from '../support/kinds/screen.ts';
import { WORK_ORDERS } from '../support/kinds/work-orders.ts';
import { startApp, TestRecords } from '../support/records/record-services.tsx';

const CLAIM = `--- Claim ---
Carrier: Prairie Mutual
Claim number: 44-1182
Adjuster: Kim Ray, +1-555-201-8890, kim.ray@example.com`;

/** With line ends, blanks and a block of their own that are nobody's business. */
const FOREIGN = [
  'Pump first. ',
  '',
  '---  CLAIM---',
  'carrier :  Old Mutual ',
  'Carrier: Second one',
  'Ask for the code\t',
  'ADJUSTER: Kim Ray',
  '',
  '--- Office ---',
  'Carrier: UPS',
  '',
].join('\r\n');

async function open(path: string, given: Partial<Record<Kind['resource'], readonly Fields[]>>) {
  const records = await TestRecords.open();
  await records.seed(CUSTOMERS.a, CUSTOMERS.b);
  for (const { resource } of [PROJECTS, ESTIMATES, WORK_ORDERS]) {
    await records.seedAll(resource, given[resource] ?? []);
  }
  await records.say({ reasons: ['offline'] });
  return { records, ...startApp(path, records) };
}

/** The form of the first record of a kind, with a section of it opened; `held` is the text behind that. */
async function edit(
  { resource, path, label, a }: Kind,
  change: Fields,
  [section, held]: readonly string[],
  others: Partial<Record<Kind['resource'], readonly Fields[]>> = {},
) {
  const { records, user } = await open(`${path}/1`, { ...others, [resource]: [{ ...a, ...change }] });
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  const dialog = await screen.findByRole('dialog', { name: `Edit ${label.title}` });
  const summary = await within(dialog).findByText(section ?? '', { selector: 'summary' });
  const part = summary.closest('details') as HTMLDetailsElement;
  expect(part.open).toBe(false);
  await user.click(summary);
  expect(part.open).toBe(true);
  await user.click(within(part).getByRole('switch', { name: 'Show the stored text' }));
  const field = (name: string): HTMLInputElement => within(part).getByLabelText(name);
  const text = (): string => within(dialog).getByLabelText<HTMLTextAreaElement>(held ?? '').value;
  async function save(): Promise<Fields | null | undefined> {
    await user.click(button(dialog, 'Update'));
    await gone(dialog);
    return records.viewOf(resource, '1');
  }
  return { records, user, dialog, field, text, save };
}

const inClaim = ['Insurance claim', 'Description'] as const;
const inJob = ['Crew, time and hazards', 'Notes'] as const;
const plain = (text: string): string => text.replaceAll('\r\n', '\n');

describe.each([
  ['a project', PROJECTS],
  ['an estimate', ESTIMATES],
])('the claim of %s', (_, kind) => {
  // @spec D1.58
  test('is typed into fields that stand in the description at once', async () => {
    const { records, user, dialog, field, text, save } = await edit(
      kind,
      { description: 'Pump first' },
      inClaim,
    );
    type(field('Carrier'), 'Prairie');
    await user.type(field('Carrier'), ' M ');
    expect(field('Carrier')).toHaveValue('Prairie M ');
    expect(text()).toBe('Pump first\n--- Claim ---\nCarrier: Prairie M');
    await user.type(field('Claim number'), '44');
    expect(field('Carrier')).toHaveValue('Prairie M');
    // It is the same text, whichever way it is written.
    type(within(dialog).getByLabelText('Description'), `${text()}\nClass: 2`);
    expect(field('Class')).toHaveValue('2');
    const description = 'Pump first\n--- Claim ---\nCarrier: Prairie M\nClaim number: 44\nClass: 2';
    expect(await save()).toMatchObject({ description });
    expect((await records.changes(1))[0]?.fields).toEqual({
      description: { base: 'Pump first', value: description },
    });
  });

  test('is read however it was written, and only the line of what is typed changes', async () => {
    const { field, text, save } = await edit(kind, { description: FOREIGN }, inClaim);
    expect(field('Carrier')).toHaveValue('Old Mutual');
    expect(field('Adjuster')).toHaveValue('Kim Ray');
    expect(field('Policy')).toHaveValue('');
    type(field('Carrier'), 'Prairie: Mutual');
    const changed = FOREIGN.replace('carrier :  Old Mutual ', 'carrier: Prairie: Mutual');
    expect(plain(text())).toBe(plain(changed));
    type(field('Policy'), 'HO-3');
    const added = changed.replace('ADJUSTER: Kim Ray', 'ADJUSTER: Kim Ray\r\nPolicy: HO-3');
    expect(await save()).toMatchObject({ description: added });
  });

  test('is no part of the text that the form shows, and nothing that is typed there falls into it', async () => {
    const { records, user } = await open(`${kind.path}/1`, {
      [kind.resource]: [{ ...kind.a, description: `Pump first\n${CLAIM}\ntyped at the end` }],
    });
    expect(await screen.findByText('typed at the end')).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Edit' }));
    const dialog = await screen.findByRole('dialog', { name: `Edit ${kind.label.title}` });
    const field = within(dialog).getByLabelText<HTMLTextAreaElement>('Description');
    expect(field.value).toBe('Pump first');
    const typed = 'Pump first\n\nCall Kim\n--- Claim ---\nnot one';
    type(field, typed);
    expect(field.value).toBe(typed);
    await user.click(button(dialog, 'Update'));
    await gone(dialog);
    expect(await records.viewOf(kind.resource, '1')).toMatchObject({
      description: `${typed.replace('--- Claim', '\\--- Claim')}\n${CLAIM}\ntyped at the end`,
    });
    expect(await screen.findByText(/not one/)).toHaveTextContent('Pump first Call Kim --- Claim --- not one');
    expect(screen.getByText('typed at the end')).toBeVisible();
  });

  test('loses the line of what is emptied, and nothing else', async () => {
    const { field, save } = await edit(kind, { description: FOREIGN }, inClaim);
    type(field('Adjuster'), ' ');
    expect(await save()).toMatchObject({ description: FOREIGN.replace('ADJUSTER: Kim Ray\r\n', '') });
  });

  test('that is typed and taken back leaves the description as it was', async () => {
    const { records, user, dialog, field, text } = await edit(kind, { description: 'Pump first' }, inClaim);
    await user.type(field('Carrier'), 'X{Backspace}');
    expect(text()).toBe('Pump first');
    await user.click(button(dialog, 'Cancel'));
    await gone(dialog);
    expect(await records.outbox()).toEqual([]);
  });

  test('stands on its page below what else the description says', async () => {
    const description = `Pump first\n${CLAIM}\n--- Office ---\nKey: 7`;
    await open(`${kind.path}/1`, { [kind.resource]: [{ ...kind.a, description }] });
    const claim = await screen.findByRole('region', { name: 'Insurance claim' });
    const facts = [...claim.querySelectorAll('dl > div')].map(({ children }) =>
      [...children].map(({ textContent }) => textContent),
    );
    expect(facts).toEqual([
      ['Carrier', 'Prairie Mutual'],
      ['Claim number', '44-1182'],
      ['Adjuster', 'Kim Ray, +1-555-201-8890, kim.ray@example.com'],
    ]);
    const said = screen.getByText('Description', { selector: 'dt' }).nextElementSibling;
    expect(said?.textContent).toBe('Pump first\n--- Office ---\nKey: 7');
    const ways = within(claim)
      .getAllByRole('link')
      .map((link) => link.getAttribute('href'));
    expect(ways).toEqual(['tel:+15552018890', 'sms:+15552018890', 'mailto:kim.ray@example.com']);
  });

  test('is not shown where there is none', async () => {
    await open(`${kind.path}/1`, { [kind.resource]: [{ ...kind.a, description: 'Claim: none' }] });
    expect(await screen.findByText('Claim: none')).toBeVisible();
    expect(screen.queryByRole('region', { name: /claim/i })).toBeNull();
  });
});

test.each([
  ['555.201.8890 , Kim Ray', ['tel:+15552018890', 'sms:+15552018890']],
  ['Kim Ray, 555-201-8890 ext. 44', ['tel:+15552018890,44', 'sms:+15552018890']],
  ['Kim Ray, 555-201-8890, x44', ['tel:+15552018890,44', 'sms:+15552018890']],
  ['Kim Ray 555-201-8890', ['tel:+15552018890', 'sms:+15552018890']],
  ['Kim Ray, 1-800-FLOWERS', ['tel:+18003569377', 'sms:+18003569377']],
  ['Kim Ray, 555-201-8890 / 555-201-8891', ['tel:+15552018890', 'sms:+15552018890']],
  ['javascript:alert(1), tel:5552018890', []],
])('an adjuster can be reached where that is sure: %s', async (adjuster, ways) => {
  const description = `--- Claim ---\nAdjuster: ${adjuster}`;
  await open('/projects/1', { projects: [{ ...PROJECTS.a, description }] });
  const claim = await screen.findByRole('region', { name: 'Insurance claim' });
  expect(claim).toHaveTextContent(adjuster.replaceAll(/\s+/g, ' '));
  const links = () => within(claim).queryAllByRole('link');
  await waitFor(() => expect(links().map((link) => link.getAttribute('href'))).toEqual(ways));
});

test('whom a link of a claim reaches is said', async () => {
  const description = '--- Claim ---\nAdjuster: Kim Ray, 555-201-8890, kim.ray@example.com';
  await open('/projects/1', { projects: [{ ...PROJECTS.a, description }] });
  const claim = within(await screen.findByRole('region', { name: 'Insurance claim' }));
  expect(claim.getByText('Kim Ray (adjuster)')).toBeVisible();
  for (const way of ['Call', 'Text', 'Email']) {
    const link = claim.getByText(way).closest('a');
    expect(link).toHaveAccessibleName(`${way} Kim Ray (adjuster)`);
  }
});

test('whom a link reaches is said of an adjuster without a name as well', async () => {
  const description = '--- Claim ---\nAdjuster: 555-201-8890';
  await open('/projects/1', { projects: [{ ...PROJECTS.a, description }] });
  const claim = within(await screen.findByRole('region', { name: 'Insurance claim' }));
  expect(claim.getAllByRole('link')[0]).toHaveAccessibleName('Call the adjuster');
});

describe('a work order', () => {
  const flood = { ...PROJECTS.a, title: 'Basement flood', description: CLAIM };
  const fire = { ...PROJECTS.a, title: 'Attic fire', description: '--- Claim ---\nCarrier: Lakes' };
  const roof = { ...ESTIMATES.a, title: 'Roof', description: '--- Claim ---\nPolicy: HO-3' };
  const none = { ...PROJECTS.a, title: 'Without a claim', description: 'Carrier: UPS' };
  const bens = { ...fire, title: 'Ben’s', customer: '2' };
  const all = { projects: [flood, fire, none, bens], estimates: [roof] };

  async function openOrder(notes: string) {
    await open('/work-orders/1', { ...all, workOrders: [{ ...WORK_ORDERS.a, notes }] });
    return within(await screen.findByRole('region', { name: 'People' }));
  }

  const claims = () =>
    screen
      .queryAllByRole('region', { name: /^Insurance claim/ })
      .map((claim) => claim.getAttribute('aria-label'));

  test('shows whom to reach: the customer, the site, and folded, the adjusters of the customer’s claims', async () => {
    const people = await openOrder('--- Job ---\nFlags: gas off, dog ,, gate 4471');
    const flags = within(screen.getByRole('list', { name: 'Hazards' })).getAllByRole('listitem');
    expect(flags.map(({ textContent }) => textContent)).toEqual(['gas off', 'dog', 'gate 4471']);
    const customer = await people.findByRole('link', { name: 'Ann Lee' });
    expect(customer).toHaveAttribute('href', '/customers/1');
    await waitFor(() => expect(claims()).toHaveLength(3));
    const titles = ['Attic fire', 'Basement flood', 'Roof'];
    expect(new Set(claims())).toEqual(new Set(titles.map((title) => `Insurance claim: ${title}`)));
    for (const [words, href] of Object.entries(ANNS_WAYS)) {
      expect(people.getAllByRole('link', { name: words })[0]).toHaveAttribute('href', href);
    }
    const way = people.getByRole('link', { name: 'Directions' }).getAttribute('href');
    expect(way).toMatch(/destination=5%20Oak%20Ave%2C%20Austin%2C%20TX%2078701$/);
    const claim = within(people.getByRole('region', { name: 'Insurance claim: Basement flood' }));
    expect(claim.getByText('Prairie Mutual')).not.toBeVisible();
    fireEvent.click(people.getByText('3 insurance claims of this customer'));
    expect(claim.getByText('Prairie Mutual')).toBeVisible();
    expect(people.getByText(/names no project/)).toBeVisible();
    expect(claim.getByRole('link', { name: 'Call Kim Ray (adjuster)' })).toHaveAttribute(
      'href',
      'tel:+15552018890',
    );
    expect(claim.getByRole('link', { name: 'Text Kim Ray (adjuster)' })).toHaveAttribute(
      'href',
      'sms:+15552018890',
    );
    const mail = claim.getByRole('link', { name: 'Email Kim Ray (adjuster)' });
    expect(mail).toHaveAttribute('href', 'mailto:kim.ray@example.com');
  });

  test('that names a project shows the claim of that one alone, and leads there', async () => {
    const people = await openOrder('--- Job ---\nProject: attic  FIRE');
    const link = await people.findByRole('link', { name: /^attic\s+FIRE$/ });
    expect(link).toHaveAttribute('href', '/projects/2');
    expect(claims()).toEqual(['Insurance claim: Attic fire']);
  });

  test('that names a project without a claim shows none', async () => {
    const people = await openOrder('--- Job ---\nProject: Without a claim');
    expect(await people.findByRole('link', { name: 'Without a claim' })).toBeVisible();
    expect(claims()).toEqual([]);
  });

  test('that names a project nobody knows says its name', async () => {
    const people = await openOrder('--- Job ---\nProject: Ben’s');
    expect(await people.findByText('Ben’s')).toBeVisible();
    expect(people.queryByRole('link', { name: 'Ben’s' })).toBeNull();
    expect(people.getByText(/no project with this title/)).toBeVisible();
    expect(claims()).toEqual([]);
  });

  test('that names no project shows the claim where the customer has one project', async () => {
    await open('/work-orders/1', { projects: [flood, bens], workOrders: [WORK_ORDERS.a] });
    const people = within(await screen.findByRole('region', { name: 'People' }));
    expect(await people.findByText('Prairie Mutual')).toBeVisible();
  });

  test('that names no project does not show the one claim of two projects as its own', async () => {
    await open('/work-orders/1', { projects: [flood, none], workOrders: [WORK_ORDERS.a] });
    const people = within(await screen.findByRole('region', { name: 'People' }));
    expect(await people.findByText('1 insurance claim of this customer')).toBeVisible();
    expect(people.getByText('Prairie Mutual')).not.toBeVisible();
  });

  test('is shown although a project of the customer could not be read whole', async () => {
    const broken = { customer: '1', title: 5, description: null } as Fields;
    const given = { projects: [broken, flood], workOrders: [WORK_ORDERS.a] };
    await open('/work-orders/1', given);
    await waitFor(() => expect(claims()).toEqual(['Insurance claim: Basement flood']));
  });

  test('says what its time means before it is saved, and stores it in one form', async () => {
    const { user, field, text, save } = await edit(WORK_ORDERS, { notes: '' }, inJob);
    await user.type(field('Time'), '1:30 - 3');
    expect(field('Time')).toHaveAccessibleDescription('This means 1:30 PM\u2009–\u20093:00 PM.');
    expect(field('Time')).toHaveValue('1:30 - 3');
    await user.click(field('Crew'));
    expect(field('Time')).toHaveValue('1:30 PM\u2009–\u20093:00 PM');
    expect(field('Time')).toHaveAccessibleDescription('For example 2 PM, 9-11 or 1:30 PM - 3 PM');
    expect(plain(text())).toBe('--- Job ---\nTime: 13:30-15:00');
    expect(await save()).toMatchObject({ notes: '--- Job ---\nTime: 13:30-15:00' });
  });

  // @spec D1.58
  test('is not saved with a time that is none, and says so where the field was folded away', async () => {
    const { records, user, dialog, field, text, save } = await edit(WORK_ORDERS, { notes: '' }, inJob);
    await user.type(field('Time'), 'half past');
    expect(field('Time')).toBeValid();
    const details = field('Time').closest('details') as HTMLDetailsElement;
    details.open = false;
    await user.click(button(dialog, 'Update'));
    const words = '“half past” is not a time of day. Write it like 2 PM or 9-11';
    // The error takes the place of the hint.
    await waitFor(() => expect(field('Time')).toHaveAccessibleDescription(words));
    expect(field('Time')).toBeInvalid();
    expect(details.open).toBe(true);
    expect(await records.outbox()).toEqual([]);
    type(field('Time'), '2');
    expect(field('Time')).toBeValid();
    expect(details.open).toBe(true);
    expect(plain(text())).toBe('--- Job ---\nTime: 14:00');
    expect(await save()).toMatchObject({ notes: '--- Job ---\nTime: 14:00' });
  });

  test('keeps a time of another program that is none, and is saved with it', async () => {
    const notes = '--- Job ---\nTime: after lunch\n';
    const { user, field, text, save } = await edit(WORK_ORDERS, { notes }, inJob);
    expect(field('Time')).toHaveValue('after lunch');
    expect(field('Time')).toBeValid();
    await user.type(field('Crew'), 'Bo');
    expect(plain(text())).toBe(`${notes}Crew: Bo`);
    expect(await save()).toMatchObject({ notes: `${notes}Crew: Bo` });
  });

  test('has its crew, flags, time and project in its form', async () => {
    const notes = 'Ring twice.\r\n--- Job ---\r\ncrew: Ann Lee,Bo\r\nOn the way: soon\r\n';
    const { records, user, field, text, save } = await edit(WORK_ORDERS, { notes }, inJob, all);
    const titles = [...field('Project').querySelectorAll('option')].map(({ textContent }) => textContent);
    expect(new Set(titles)).toEqual(
      new Set(['No project', 'Attic fire', 'Basement flood', 'Without a claim']),
    );
    expect(field('Crew')).toHaveValue('Ann Lee, Bo');
    await user.type(field('Crew'), ', C,');
    expect(field('Crew')).toHaveValue('Ann Lee, Bo, C,');
    await user.click(field('Hazards'));
    expect(field('Crew')).toHaveValue('Ann Lee, Bo, C');
    type(field('Hazards'), 'gas off, dog');
    type(field('Time'), '09:00-11:00');
    await user.selectOptions(field('Project'), 'Basement flood');
    const lines = ['Flags: gas off, dog', 'Time: 09:00-11:00', 'Project: Basement flood'].join('\r\n');
    const written = notes.replace('Ann Lee,Bo', 'Ann Lee, Bo, C') + lines;
    expect(plain(text())).toBe(plain(written));
    expect(await save()).toMatchObject({ notes: written });
    expect(Object.keys((await records.changes(1))[0]?.fields ?? {})).toEqual(['notes']);
  });

  test('keeps the name of a project that its customer does not have, until another is chosen', async () => {
    const notes = '--- Job ---\nProject: Ben’s';
    const { user, field, text } = await edit(WORK_ORDERS, { notes }, inJob, all);
    expect(field('Project')).toHaveValue('Ben’s');
    await user.selectOptions(field('Project'), 'Attic fire');
    expect(plain(text())).toBe('--- Job ---\nProject: Attic fire');
    await user.selectOptions(field('Project'), 'No project');
    expect(text()).toBe('');
  });
});
