import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import type { Fields } from '../../src/domain/resource-spec.ts';
import { editRecord } from '../../src/records/commands.ts';
import { saveSettings } from '../../src/records/company-settings.ts';
import { NotSavedError } from '../../src/records/save-transaction.ts';
import { CUSTOMERS } from '../support/kinds/customers.ts';
import { button, gone, type } from '../support/kinds/screen.ts';
import { WORK_ORDERS } from '../support/kinds/work-orders.ts';
import { startApp, TestRecords } from '../support/records/record-services.tsx';

const PAUSE = 700; // The next tap is not taken before.
const STAMP = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d [+-]\d{4}`;

/** The page of a job, without a connection, at Bo's device; others after it have only the crews that are named. */
async function openJob(given: Fields, { crews = [] as readonly string[], settings = {}, query = '' } = {}) {
  const records = await TestRecords.open();
  await records.seed(CUSTOMERS.a, CUSTOMERS.b);
  const others = crews.map((names) => ({ ...WORK_ORDERS.b, notes: `--- Job ---\nCrew: ${names}` }));
  await records.seedAll('workOrders', [{ ...WORK_ORDERS.a, notes: '', ...given }, ...others]);
  await records.say({ reasons: ['offline'] });
  await saveSettings(records.services, { myName: 'Bo Diaz', ...settings });
  const { user } = startApp(`/work-orders/1${query}`, records);
  await screen.findByRole('heading', { level: 2, name: 'Log' });
  const job = async () => (await records.viewOf('workOrders', '1')) ?? {};
  const notesToBe = async (notes: string | RegExp) =>
    waitFor(async () => expect((await job())['notes']).toEqual(expect.stringMatching(notes)));
  return { records, user, job, notesToBe };
}

/** Presses a button of the page as soon as it can be pressed. */
async function press(records: TestRecords, user: UserEvent, words: string): Promise<void> {
  const found = await waitFor(() => {
    records.clock.advance(PAUSE);
    const one = button(screen.getByRole('main'), words);
    expect(one).toBeEnabled();
    return one;
  });
  await user.click(found);
}

/** The next save. */
function refuse(records: TestRecords): void {
  vi.spyOn(records.services.db.strict, 'transaction').mockRejectedValueOnce(
    new NotSavedError('This device is out of storage.') as never,
  );
}

const crewLine = () => screen.getByText('Crew', { selector: 'strong' }).parentElement;
const log = () => screen.getByRole('region', { name: 'Log' });
const noted = () => [...log().querySelectorAll('li')].map(({ textContent }) => textContent);

/** The notes of a day's work, oldest first, each with its number. */
function logOf(count: number): string {
  const line = (n: number): string => `2026-01-14 1${n}:05 Ann Lee: Note ${n}`;
  return ['--- Log ---', ...Array.from({ length: count }, (_, n) => line(n))].join('\n');
}

describe('the next step', () => {
  test('is one button after the other, until the job is finished', async () => {
    const { records, user, job, notesToBe } = await openJob({ status: 'pending', notes: 'Ring twice.\r\n' });
    const steps = { 'On the way': 'assigned', Start: 'in_progress', Finish: 'completed' };
    for (const [words, status] of Object.entries(steps)) {
      await press(records, user, words);
      await waitFor(async () => expect((await job())['status']).toBe(status));
    }
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Finish' })).toBeNull());
    expect(screen.queryByRole('button', { name: /^(On the way|Start)$/ })).toBeNull();
    const lines = ['On the way', 'Started', 'Finished'].map((label) => `${label}: ${STAMP} Bo Diaz`);
    await notesToBe(new RegExp(`^${['Ring twice.', '--- Job ---', ...lines].join('\r\n')}$`));
    expect(Object.keys((await records.changes(1))[0]?.fields ?? {}).sort()).toEqual(['notes', 'status']);
    const listed = within(screen.getByRole('list', { name: 'Steps' })).getAllByRole('listitem');
    for (const [place, words] of ['On the way', 'Started', 'Finished'].entries())
      expect(listed[place]?.textContent).toMatch(new RegExp(String.raw`^${words} \d+:\d\d\sAM · Bo Diaz$`));
    // What is shown elsewhere is not shown as text once more.
    expect(screen.getByText('Ring twice.')).toBeVisible();
    expect(screen.queryByText(/--- Job ---/)).toBeNull();
  });

  test.each([
    ['named, and one can go back', 'Go back', 'in_progress'],
    ['named, and left open', 'Finish anyway', 'completed'],
  ])('finishes: what is open on the checklist is %s', async (_, answer, status) => {
    const notes = '--- Checklist ---\n[x] Photos before work\n[ ] Readings taken\n[] Certificate signed';
    const { records, user, job } = await openJob({ status: 'in_progress', notes });
    await press(records, user, 'Finish');
    const question = await screen.findByRole('dialog', { name: 'Finish this job?' });
    expect(question).toHaveTextContent('2 items on the checklist are open:');
    const items = within(question).getAllByRole('listitem');
    expect(items.map(({ textContent }) => textContent)).toEqual(['Readings taken', 'Certificate signed']);
    expect(await records.outbox()).toEqual([]);
    await user.click(button(question, answer));
    await gone(question);
    await waitFor(async () => expect((await job())['status']).toBe(status));
    expect(await records.outbox()).toHaveLength(status === 'completed' ? 1 : 0);
  });

  test.each([
    ['Go back', 'in_progress'],
    ['Finish anyway', 'completed'],
  ])(
    'is not passed by the menu of the status: it asks about the checklist too, %s',
    async (answer, status) => {
      const { user, job } = await openJob({
        status: 'in_progress',
        notes: '--- Checklist ---\n[ ] Readings taken',
      });
      await user.click(screen.getByRole('button', { name: 'Status: In Progress' }));
      await user.click(await screen.findByRole('menuitem', { name: 'Completed' }));
      const question = await screen.findByRole('dialog', { name: 'Finish this job?' });
      expect(question).toHaveTextContent('1 item on the checklist is open:Readings taken');
      expect((await job())['status']).toBe('in_progress');
      await user.click(button(question, answer));
      await gone(question);
      await waitFor(async () => expect((await job())['status']).toBe(status));
    },
  );

  test('by the menu of the status needs no answer where nothing is open', async () => {
    const { records, user, job } = await openJob({
      status: 'in_progress',
      notes: '--- Checklist ---\n[x] Photos',
    });
    await user.click(screen.getByRole('button', { name: 'Status: In Progress' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Completed' }));
    await waitFor(async () => expect((await job())['status']).toBe('completed'));
    expect(await records.outbox()).toHaveLength(1);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('finishes without a question where the checklist is done', async () => {
    const notes = '--- Checklist ---\n[X] Photos';
    const { records, user, job } = await openJob({ status: 'in_progress', notes });
    await press(records, user, 'Finish');
    await waitFor(async () => expect((await job())['status']).toBe('completed'));
  });
});

test.each([
  ['2:00 PM', '2:00 PM'],
  ['13:00-15:00', '1:00 PM\u2009–\u20093:00 PM'],
  ['after lunch', 'after lunch'],
])('the time %s of a job is shown as %s', async (time, shown) => {
  await openJob({ notes: `--- Job ---\nTime: ${time}` });
  const line = screen.getByText('Time', { selector: 'strong' }).parentElement;
  expect(line?.textContent).toBe(`Time ${shown}`);
});

describe('a note', () => {
  test('is added with author and time, the newest first, and once only', async () => {
    const text = `${logOf(1)}\n--- Office ---\nKey: 7`;
    const { records, user, notesToBe } = await openJob({ notes: text });
    await press(records, user, 'Add note');
    expect(screen.getByLabelText('Note')).toHaveFocus();
    await user.type(screen.getByLabelText('Note'), 'Wall open.{Enter}Adjuster: at 3.');
    await user.dblClick(button(log(), 'Save note'));
    await waitFor(() => expect(noted()).toHaveLength(2));
    expect(noted()[0]).toMatch(/^\d+:00\sAM · Bo DiazWall open\.\nAdjuster: at 3\.$/);
    expect(noted()[1]).toMatch(/^Jan 14, 10:05\sAM · Ann LeeNote 0$/);
    expect(screen.queryByLabelText('Note')).toBeNull();
    const entry = `${STAMP} Bo Diaz: Wall open\\.\n  Adjuster: at 3\\.`;
    await notesToBe(new RegExp(`^${logOf(1)}\n${entry}\n--- Office ---\nKey: 7$`));
    expect(await records.changes(1)).toMatchObject([{ kind: 'update', resource: 'workOrders' }]);
  });

  test('whose form an address opens is not opened again by a reload once it is closed', async () => {
    const { records, user } = await openJob({}, { query: '?tab=overview&note' });
    await user.type(await screen.findByLabelText('Note'), 'Wall open.');
    expect(window.location.search).toMatch(/note/);
    await press(records, user, 'Save note');
    await waitFor(() => expect(screen.queryByLabelText('Note')).toBeNull());
    await waitFor(() => expect(window.location.search).toBe('?tab=overview'));
  });

  test('that is saved after the user has left leads nobody back', async () => {
    const { records, user, notesToBe } = await openJob({}, { query: '?note' });
    await user.type(await screen.findByLabelText('Note'), 'Wall open.');
    let write = (): void => undefined;
    const disk = new Promise<void>((resolve) => {
      write = resolve;
    });
    const { strict } = records.services.db;
    const begin = strict.transaction.bind(strict) as unknown as (...given: unknown[]) => unknown;
    vi.spyOn(strict, 'transaction').mockImplementation((async (...given: unknown[]) => {
      await disk;
      return begin(...given);
    }) as never);
    await user.click(button(log(), 'Save note'));
    await user.click(screen.getByRole('link', { name: 'Customers' }));
    await screen.findByRole('heading', { level: 1, name: 'Customers' });
    write();
    await notesToBe(/Wall open\.$/);
    // The form is told before this is drawn.
    await waitFor(() => expect(screen.getByRole('status', { name: 'Saved' })).not.toBeEmptyDOMElement());
    expect(window.location.pathname + window.location.search).toBe('/customers');
    expect(screen.getByRole('heading', { level: 1, name: 'Customers' })).toBeVisible();
  });

  test('that is blank cannot be saved, and is left without a question', async () => {
    const { records, user } = await openJob({});
    expect(screen.getByText('No notes yet.')).toBeVisible();
    await press(records, user, 'Add note');
    expect(button(log(), 'Save note')).toBeDisabled();
    await user.type(screen.getByLabelText('Note'), '  {Enter} ');
    expect(button(log(), 'Save note')).toBeDisabled();
    await user.click(button(log(), 'Cancel'));
    expect(button(log(), 'Add note')).toBeVisible();
    expect(await records.outbox()).toEqual([]);
  });

  test('that was typed is left only after a question', async () => {
    const { records, user } = await openJob({});
    await press(records, user, 'Add note');
    await user.type(screen.getByLabelText('Note'), 'Wall open.');
    await user.click(button(log(), 'Cancel'));
    const question = await screen.findByRole('dialog', { name: 'Discard your changes?' });
    await user.click(button(question, 'Keep editing'));
    await gone(question);
    expect(screen.getByLabelText('Note')).toHaveValue('Wall open.');
    await user.click(button(log(), 'Cancel'));
    await user.click(button(await screen.findByRole('dialog', { name: 'Discard your changes?' }), 'Discard'));
    await waitFor(() => expect(screen.queryByLabelText('Note')).toBeNull());
    expect(await records.outbox()).toEqual([]);
  });

  test('that the device does not take stays, with the reason', async () => {
    const { records, user } = await openJob({});
    await press(records, user, 'Add note');
    await user.type(screen.getByLabelText('Note'), 'Wall open.');
    const alert = within(log()).getByRole('alert');
    refuse(records);
    await user.click(button(log(), 'Save note'));
    await waitFor(() => expect(alert).toHaveTextContent('This device is out of storage.'));
    expect(screen.getByLabelText('Note')).toHaveValue('Wall open.');
    await press(records, user, 'Save note');
    await waitFor(() => expect(noted()).toHaveLength(1));
  });

  test('on a job that is deleted meanwhile is not lost: it is offered', async () => {
    const { records, user } = await openJob({});
    await press(records, user, 'Add note');
    await user.type(screen.getByLabelText('Note'), 'Wall open.');
    await records.services.db.strict.workOrders.delete('1');
    expect(await screen.findByText('This work order was deleted.')).toBeVisible();
    expect(await screen.findByText(/^You were editing the work order Tear out/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    const notes = await within(await screen.findByRole('dialog')).findByLabelText('Notes');
    expect((notes as HTMLTextAreaElement).value).toMatch(new RegExp(`${STAMP} Bo Diaz: Wall open\\.$`));
  });

  test('by hand or by another program is shown in the block where it stands', async () => {
    const lines = ['11/28/2026 8:42 AM: called', 'asbestos suspected'];
    const job = '--- Job ---\nGate code 4471\nCrew: Bo';
    await openJob({ notes: `Ring.\n${job}\n--- Checklist ---\nAsk Kim\n${logOf(1)}\n${lines.join('\n')}` });
    expect(log()).toHaveTextContent(lines.join(' '));
    expect(screen.getByText('Gate code 4471')).toBeVisible();
    expect(screen.getByRole('region', { name: 'Checklist' })).toHaveTextContent('Ask Kim');
  });

  test('that is older than the last five is shown when asked for', async () => {
    const { records, user } = await openJob({ notes: logOf(7) });
    expect(noted().map((entry) => entry?.slice(-6))).toEqual([6, 5, 4, 3, 2].map((n) => `Note ${n}`));
    await press(records, user, 'Show 2 older notes');
    expect(
      noted()
        .map((entry) => entry?.at(-1))
        .join(''),
    ).toBe('6543210');
    expect(within(log()).queryByRole('button', { name: /older/ })).toBeNull();
  });

  test.each([
    [7_999, 0],
    [8_000, 1],
  ])('may soon be too many, which is said: %i letters', async (length, times) => {
    await openJob({ notes: 'x'.repeat(length) });
    expect(screen.queryAllByText(/^The notes of this work order are nearly full \(80 %\)/)).toHaveLength(
      times,
    );
  });
});

describe('a checklist', () => {
  test('is added by the type of loss, and its items are marked and opened again', async () => {
    const settings = { checklists: 'Water:\n- Photos before work\n- Readings taken\n\nMold:\nAir scrubber' };
    const { records, user, notesToBe } = await openJob({ notes: 'Ring twice.' }, { settings });
    await press(records, user, 'Add checklist');
    await user.click(await screen.findByRole('menuitem', { name: 'Water' }));
    const [photos, readings] = await screen.findAllByRole('checkbox');
    expect(screen.queryByRole('button', { name: 'Add checklist' })).toBeNull();
    await notesToBe(/^Ring twice\.\n--- Checklist ---\n\[ \] Photos before work\n\[ \] Readings taken$/);
    records.clock.advance(PAUSE);
    await waitFor(() => expect(readings).toBeEnabled());
    await user.click(screen.getByLabelText('Readings taken'));
    await waitFor(() => expect(readings).toBeChecked());
    expect(photos).not.toBeChecked();
    expect(readings).toHaveAccessibleDescription(/ Bo Diaz$/);
    await notesToBe(
      new RegExp(`\n\\[ \\] Photos before work\n\\[x\\] Readings taken \\(${STAMP} Bo Diaz\\)$`),
    );
    records.clock.advance(PAUSE);
    await waitFor(() => expect(readings).toBeEnabled());
    await user.click(screen.getByLabelText('Readings taken'));
    await notesToBe(/^Ring twice\.\n--- Checklist ---\n\[ \] Photos before work\n\[ \] Readings taken$/);
    await waitFor(() => expect(readings).not.toBeChecked());
  });

  test('whose mark the device does not take says why', async () => {
    const { records, user } = await openJob({ notes: '--- Checklist ---\n[ ] Photos before work' });
    const part = await screen.findByRole('region', { name: 'Checklist' });
    const alert = within(part).getByRole('alert');
    refuse(records);
    await user.click(within(part).getByRole('checkbox'));
    await waitFor(() => expect(alert).toHaveTextContent('This device is out of storage.'));
  });

  test('is offered for each type of loss where a company has written none', async () => {
    const { user } = await openJob({});
    await user.click(await screen.findByRole('button', { name: 'Add checklist' }));
    const types = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    expect(types.join()).toBe('Water,Fire and smoke,Mold,Storm,Biohazard');
  });
});

describe('the crew', () => {
  async function assign(records: TestRecords, user: UserEvent) {
    await press(records, user, 'Assign');
    const dialog = await screen.findByRole('dialog', { name: 'Assign crew' });
    const names = () => within(dialog).queryAllByRole('checkbox');
    const isChosen = () => names().map((one) => (one as HTMLInputElement).checked);
    return { dialog, isChosen, names: () => names().map((one) => one.closest('li')?.textContent) };
  }

  test('is picked from the names of the records; that a pending job becomes assigned is said before', async () => {
    const crews = ['Cy Wu, Ann Lee', 'Ann Lee'];
    const { records, user, job } = await openJob({ status: 'pending' }, { crews });
    expect(crewLine()).toHaveTextContent('Crew Nobody is assigned yet.');
    const { dialog, names } = await assign(records, user);
    await waitFor(() => expect(names()).toEqual(['Ann Lee', 'Bo Diaz', 'Cy Wu']));
    const words = 'The status changes from Pending to Assigned.';
    expect(within(dialog).queryByText(words)).toBeNull();
    await user.click(within(dialog).getByLabelText('Cy Wu'));
    expect(within(dialog).getByText(words)).toBeVisible();
    await user.click(within(dialog).getByLabelText('Ann Lee'));
    await user.click(button(dialog, 'Save'));
    await gone(dialog);
    expect(await job()).toMatchObject({ status: 'assigned', notes: '--- Job ---\nCrew: Cy Wu, Ann Lee' });
    await waitFor(() => expect(crewLine()).toHaveTextContent('Crew Cy Wu, Ann Lee'));
  });

  test('takes in a new name and lets one go, and no status is changed but Pending', async () => {
    const notes = '--- Job ---\ncrew:Ann Lee,Cy Wu\nSomething else';
    const { records, user, job } = await openJob({ status: 'in_progress', notes });
    const { dialog, isChosen } = await assign(records, user);
    expect(isChosen()).toEqual([true, false, true]);
    await user.click(within(dialog).getByLabelText('Cy Wu'));
    type(within(dialog).getByLabelText('Another name'), ' Di  Fox ');
    expect(within(dialog).queryByText(/^The status changes/)).toBeNull();
    await user.click(button(dialog, 'Save'));
    await gone(dialog);
    expect(await job()).toMatchObject({
      status: 'in_progress',
      notes: '--- Job ---\ncrew: Ann Lee, Di Fox\nSomething else',
    });
  });

  test('that the device does not take says why', async () => {
    const { records, user } = await openJob({}, { crews: ['Ann Lee'] });
    await press(records, user, 'Assign');
    const dialog = await screen.findByRole('dialog');
    const alert = within(dialog).getByRole('alert');
    await user.click(within(dialog).getByRole('checkbox', { name: 'Ann Lee' }));
    refuse(records);
    await user.click(button(dialog, 'Save'));
    await waitFor(() => expect(alert).toHaveTextContent('This device is out of storage.'));
  });

  test('that is left as it was is no change', async () => {
    const { records, user } = await openJob({ notes: '--- Job ---\nCrew: Ann Lee' });
    const { dialog } = await assign(records, user);
    await user.click(button(dialog, 'Save'));
    await gone(dialog);
    await user.click(within((await assign(records, user)).dialog).getByLabelText('Bo Diaz'));
    await user.click(button(screen.getByRole('dialog'), 'Cancel'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await records.outbox()).toEqual([]);
  });

  test('keeps whom another tab has assigned meanwhile', async () => {
    const { records, user, job } = await openJob({ notes: '--- Job ---\nCrew: Ann Lee' });
    const { dialog } = await assign(records, user);
    await user.click(within(dialog).getByLabelText('Bo Diaz'));
    const change = (fields: Fields): Fields => ({ ...fields, notes: '--- Job ---\nCrew: Ann Lee, Cy Wu' });
    await editRecord(records.services, 'workOrders', '1', { change });
    await waitFor(() => expect(crewLine()).toHaveTextContent('Cy Wu'));
    await user.click(button(dialog, 'Save'));
    await gone(dialog);
    expect((await job())['notes']).toMatch(/Crew: (?=.*Ann Lee)(?=.*Bo Diaz).*Cy Wu/);
  });

  test('has each person once, however the name was typed', async () => {
    const { records, user } = await openJob({ notes: '--- Job ---\nCrew: bo diaz' }, { crews: ['BO DIAZ'] });
    const { dialog, names, isChosen } = await assign(records, user);
    await waitFor(() => expect(names()).toHaveLength(1));
    expect(isChosen()).toEqual([true]);
    type(within(dialog).getByLabelText('Another name'), 'Bo Diaz');
    await user.click(button(dialog, 'Save'));
    await gone(dialog);
    expect(crewLine()).toHaveTextContent(/^Crew bo diaz$/i);
  });

  test('knows a name that is typed last name first', async () => {
    const { records, user } = await openJob({ notes: '' }, { crews: ['Ann Lee'] });
    const { dialog } = await assign(records, user);
    await within(dialog).findByLabelText('Ann Lee');
    type(within(dialog).getByLabelText('Another name'), 'lee, ann');
    await user.click(button(dialog, 'Save'));
    await gone(dialog);
    await waitFor(() => expect(crewLine()).toHaveTextContent('Crew Ann Lee'));
  });
});
