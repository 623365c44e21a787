import type { Page } from '@playwright/test';
import { upToDate } from './customers.ts';
import { pressReadings, setUpRoom, setUpTwice } from './readings.ts';
import type { Server } from './server.ts';

interface Tour {
  readonly page: Page;
  readonly server: Server;
  readonly id: number;
  readonly look: (where: string) => Promise<void>;
}

const OF_JOB = 'Meter, dry standard, billing';

/** Forms with which *Save* would save something. */
const FILLED: readonly string[] = ['Add equipment', 'Move D1', 'Edit D1', 'Edit chamber A', OF_JOB];

/** Visits the dialogs of a job's readings, and the end of a visit. */
export async function tourOfReadings({ page, server, id, look }: Tour): Promise<void> {
  await setUpRoom(server, id);
  await page.goto(`/work-orders/${id}/readings`);
  await page.getByRole('button', { name: 'Read chamber A' }).waitFor();
  const more = page.getByRole('button', { name: 'More actions' });
  // A desktop has buttons instead.
  if (await more.isVisible()) {
    await more.click();
    await page.getByRole('menuitem').first().waitFor();
    await look('readings, more actions');
    await page.keyboard.press('Escape');
  }
  for (const [button, title] of [
    ['Add chamber', 'Add chamber'],
    ['Add point', 'Add point'],
    ['Add equipment', 'Add equipment'],
    ['Set altitude', 'Set altitude'],
    [OF_JOB, OF_JOB],
    ['Move D1', 'Move D1'],
    ['Edit D1', 'Edit D1'],
    ['Edit chamber A', 'Edit chamber A'],
  ] as const) {
    await pressReadings(page, button);
    const dialog = page.getByRole('dialog', { name: title });
    await dialog.getByRole('textbox').first().waitFor();
    if (!FILLED.includes(button)) {
      await dialog.getByRole('button', { name: 'Save', exact: true }).click();
      await dialog.getByText('Enter this.').waitFor();
    }
    await look(`readings, ${title}`);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
  }
  await page.getByRole('button', { name: 'Show readings of Outside' }).click();
  const readings = page.getByRole('dialog', { name: 'Readings of Outside' });
  await readings.getByRole('listitem').waitFor();
  await look('readings of one place');
  await readings.getByRole('button', { name: /^Correct Outside/ }).click();
  await readings.getByRole('group', { name: 'Keypad' }).waitFor();
  await look('a correction');
  await readings.getByRole('button', { name: 'Go back' }).click();
  await readings.getByRole('button', { name: 'Close' }).last().click();
  await page.getByRole('button', { name: 'Show readings of A1' }).click();
  const point = page.getByRole('dialog', { name: 'Readings of A1' });
  await point.getByRole('button', { name: 'Edit A1' }).click();
  const edit = page.getByRole('dialog', { name: 'Edit A1' });
  await edit.getByLabel('Drying goal').fill('12');
  await look('edit a point');
  await edit.getByRole('button', { name: 'Save' }).click();
  await point.getByRole('button', { name: 'Remove point A1' }).click();
  await point.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Show readings of A1' }).click();
  await point.getByRole('button', { name: 'Undo removal of A1' }).waitFor();
  await look('a point that was removed');
  await point.getByRole('button', { name: 'Undo removal of A1' }).click();
  await point.waitFor({ state: 'detached' });
  await page.getByRole('region', { name: 'Changes and corrections' }).waitFor();
  await look('readings with changes');
  await page.getByRole('button', { name: 'Finish drying of chamber A' }).click();
  const finish = page.getByRole('dialog', { name: 'Is chamber A dry?' });
  await finish.waitFor();
  await look('finish drying');
  await finish.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('button', { name: 'Read chamber A' }).click();
  const pad = page.getByRole('group', { name: 'Keypad' });
  const enter = async (title: string, digits: string): Promise<void> => {
    await page.getByRole('heading', { level: 1, name: title }).waitFor();
    for (const digit of digits) await pad.getByRole('button', { name: digit, exact: true }).click();
  };
  await enter('Chamber A', '74100');
  await enter('Air leaving D1', '9590');
  await page.getByRole('heading', { level: 1, name: 'Point A1' }).waitFor();
  await pad.getByRole('button', { name: 'Skip' }).click();
  const skip = page.getByRole('dialog', { name: 'Why is it skipped?' });
  await skip.getByRole('button', { name: 'Meter off' }).waitFor();
  await look('skip');
  await skip.getByRole('button', { name: 'Meter off' }).click();
  await page.getByRole('heading', { level: 1, name: 'All numbers are in' }).waitFor();
  await look('the end of a visit');
  await page.getByRole('button', { name: 'Save visit' }).click();
  const questions = page.getByRole('dialog', { name: 'Before you save' });
  await questions.waitFor();
  await look('questions before a visit is saved');
  await questions.getByRole('button', { name: 'Go back' }).click();
  await page.goto('/today');
  const left = page.getByRole('group', { name: /^You were adding to the readings of / });
  await left.waitFor();
  await look('a visit that was left');
  await page.goto(`/work-orders/${id}/readings`);
  await page.getByRole('button', { name: 'Start visit' }).click();
  await page.getByText('Your visit of chamber A is not saved yet. It is kept.').waitFor();
  await look('a visit beside one that was left');
  await page.goto('/today');
  await left.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await left.waitFor({ state: 'detached' });

  // A change that still waits would no longer fit into the notes.
  await upToDate(page);
  await setUpTwice(server, id);
  await page.goto(`/work-orders/${id}/readings`);
  await page.getByText('Ann Lee used the label A for two').waitFor();
  await page.getByText('are nearly full').waitFor();
  await look('one label for two chambers, in notes that are nearly full');
  await page.getByRole('button', { name: 'Read chamber A', exact: true }).click();
  await enter('Chamber A', '7471');
  await page.getByRole('heading', { level: 1, name: 'Air leaving D1' }).waitFor();
  await page.getByRole('button', { name: 'Save visit' }).click();
  await page.getByRole('button', { name: 'Save visit in a new work order' }).waitFor();
  await look('a visit that does not fit');
  await page.getByRole('button', { name: 'Discard visit' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('heading', { level: 1, name: 'Readings' }).waitFor();
}
