import { screen, waitFor } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { daysFrom } from '../../src/domain/plain-date.ts';
import type { Fields } from '../../src/domain/resource-spec.ts';
import { changeScheduleSettings } from '../../src/records/schedule-settings.ts';
import { startApp, TestRecords } from '../support/records/record-services.tsx';
import { downloads } from '../support/records/reports.tsx';
import { openPhoneSchedule } from '../support/records/schedule.tsx';
import { crew, job, TODAY } from '../support/records/today.tsx';

type User = ReturnType<typeof startApp>['user'];

async function print(user: User): Promise<void> {
  await user.click(await screen.findByRole('button', { name: 'Print and more' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Print the week by person' }));
  await user.click(await screen.findByRole('button', { name: 'Print' }));
}

const sheets = (): (string | null)[] =>
  [...document.querySelectorAll('[data-paper] article')].map(({ textContent }) => textContent);

describe('the calendar file', () => {
  async function save(jobs: readonly Fields[], query = '') {
    const taken = downloads();
    const { user } = await openPhoneSchedule(jobs, query);
    await user.click(await screen.findByRole('button', { name: 'Print and more' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Calendar file' }));
    return taken;
  }

  test('has the jobs from the chosen day on, with the customer and the crew', async () => {
    const taken = await save([
      job('Old', { scheduled_date: daysFrom(TODAY, -1) }),
      job('Now', { notes: crew('Ann Lee') }),
      job('Later', { scheduled_date: daysFrom(TODAY, 400) }),
      job('No day', { scheduled_date: null }),
    ]);
    expect(await screen.findByText('2 jobs from Jan 15, 2026 on are in the calendar file.')).toBeVisible();
    const [file] = taken;
    expect(file?.name).toBe('schedule-2026-01-15.ics');
    const text = (await file?.content.text())?.replaceAll('\r\n ', '') ?? '';
    expect(text.match(/^SUMMARY:.*/gm)?.map((line) => line.trim())).toEqual(['SUMMARY:Now', 'SUMMARY:Later']);
    expect(text).toMatch(/DESCRIPTION:Ann Lee\\, .*\\nCrew: Ann Lee\\n/);
    expect(text).toMatch(/\/work-orders\/2/);
  });

  test('says a time that cannot be read in the description', async () => {
    const taken = await save([job('Now', { notes: `${crew('Ann')}\nTime: after lunch` })]);
    await screen.findByText('1 job from Jan 15, 2026 on is in the calendar file.');
    const text = (await taken[0]?.content.text())?.replaceAll('\r\n ', '');
    expect(text).toMatch(/DESCRIPTION:Time: after lunch\\n/);
  });

  test('is not written without a job', async () => {
    const taken = await save([job('Old', { scheduled_date: daysFrom(TODAY, -1) })]);
    expect(await screen.findByText(/^There are no jobs from Jan 15, 2026 on/)).toBeVisible();
    expect(taken).toEqual([]);
  });
});

describe('the calendar file of unsent jobs', () => {
  test('leaves them out, and says so', async () => {
    const taken = downloads();
    const records = await TestRecords.open();
    await records.seedAll('workOrders', [job('Sent'), job('Unsent')]);
    await records.services.db.relaxed.workOrders.update('2', { serverId: undefined });
    const { user } = startApp('/schedule?view=agenda', records);
    await user.click(await screen.findByRole('button', { name: 'Print and more' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Calendar file' }));
    expect(await screen.findByText(/is in the calendar file. 1 job is not on the server yet/)).toBeVisible();
    expect(await taken[0]?.content.text()).not.toContain('Unsent');
  });
});

describe('on paper', () => {
  test('the week has a page for each person', async () => {
    const printed = vi.fn<() => void>();
    vi.stubGlobal('print', printed);
    const { user } = await openPhoneSchedule([
      job('For two', { notes: '--- Job ---\nCrew: Ann Lee, Bo\nTime: 13:00-15:00' }),
      job('For nobody'),
      job('Cancelled', { status: 'cancelled', notes: crew('Cy') }),
    ]);
    await print(user);
    await waitFor(() => expect(printed).toHaveBeenCalled());
    const [nobody, ann, bo, ...others] = sheets();
    expect(others).toEqual([]);
    expect(nobody).toMatch(/Week Jan 11\s–\s17.*Nobody yet.*Thursday, January 15.*For nobody/);
    expect(ann).toMatch(/Ann Lee.*1:00 PM\s–\s3:00 PM.*For two.*Bo/);
    expect(bo).toMatch(/Bo.*For two.*Ann Lee/);
  });

  test('work that is over is marked, and comes last', async () => {
    vi.stubGlobal('print', () => undefined);
    const { user } = await openPhoneSchedule([
      job('First', { status: 'completed', notes: crew('Ann') }),
      job('Second', { notes: crew('Ann') }),
    ]);
    await print(user);
    await waitFor(() => expect(sheets()[0]).toMatch(/Second.*First.*Completed/));
    expect(sheets()[0]).not.toMatch(/Assigned/);
  });

  test('only a time that can be read stays on one line', async () => {
    vi.stubGlobal('print', () => undefined);
    const { user } = await openPhoneSchedule([job('Odd', { notes: `${crew('Ann')}\nTime: after lunch` })]);
    await print(user);
    const time = await screen.findByRole('cell', { name: 'after lunch', hidden: true });
    expect(time).toHaveAttribute('data-unread');
  });

  test('a week of another year has the year', async () => {
    vi.stubGlobal('print', () => undefined);
    const { user } = await openPhoneSchedule(
      [job('Far', { scheduled_date: '2031-03-05' })],
      '?day=2031-03-05',
    );
    await print(user);
    await waitFor(() => expect(sheets()[0]).toMatch(/Week Mar 2\s–\s8, 2031.*Wednesday, March 5, 2031.*Far/));
  });

  test('says on each sheet what is not shown: the status that was chosen, and the jobs of hidden people', async () => {
    vi.stubGlobal('print', () => undefined);
    const { user, records } = await openPhoneSchedule(
      [job('Seen', { notes: crew('Ann Lee') }), job('Unseen', { notes: crew('Bo') })],
      '?status=assigned',
    );
    await changeScheduleSettings(records.services, (now) => ({
      ...now,
      rows: { ...now.rows, hidden: new Set(['bo']) },
    }));
    await print(user);
    const shown = expect.stringMatching(/Ann Lee.*Status.*Assigned.*1 job is not shown.*Seen/) as unknown;
    await waitFor(() => expect(sheets()).toEqual([shown]));
  });
});
