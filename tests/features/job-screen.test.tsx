import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { Fields } from '../../src/domain/resource-spec.ts';
import { editRecord } from '../../src/records/commands.ts';
import { button, gone, type } from '../support/kinds/screen.ts';
import { openJob, press, refuseSave, STAMP } from '../support/records/job-screen.tsx';
import type { TestRecords } from '../support/records/record-services.tsx';
import { PAUSE } from '../support/records/today.tsx';

const crewLine = () => screen.getByText('Crew', { selector: 'strong' }).parentElement;

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
    refuseSave(records);
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
    refuseSave(records);
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
