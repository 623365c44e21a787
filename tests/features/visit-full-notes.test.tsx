import { screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { addDrying } from '../../src/domain/drying/drying-entries.ts';
import { digits, openReadings, press, ROOM, title } from '../support/drying/readings-screen.tsx';
import { button } from '../support/kinds/screen.ts';

describe('in notes that are full', () => {
  const FILLER = Array.from({ length: 90 }, (_, n) => `Line ${n} ${'x'.repeat(93)}`).join('\n');
  const JOB = 'Crew: Bo Diaz\nProject: Burst pipe';

  /** The notes have 9,990 characters. */
  async function fullVisit(job: string) {
    const room = addDrying(`${FILLER}\n--- Job ---\n${job}`, { at: 0, offset: 0, who: 'Ann Lee' }, ROOM);
    const notes = room.replace('Line 0 ', `Line 0 ${'y'.repeat(9990 - room.length)}`);
    const opened = await openReadings({ notes, address: '?visit=A' });
    const { records, user } = opened;
    await title('Chamber A');
    await digits(user, '7471');
    await title('Air leaving D1');
    await press(records, user, 'Save visit');
    const asked = await screen.findByRole('dialog', { name: 'Before you save' });
    await user.click(button(asked, 'Save anyway'));
    await screen.findByText(/^This does not fit: the notes of this work order are full\./);
    expect(await records.outbox()).toEqual([]);
    expect(await records.services.db.relaxed.drafts.count()).toBe(1);
    return opened;
  }

  test('is saved in a new work order of the project, with nothing lost', async () => {
    const { records, user } = await fullVisit(JOB);
    await press(records, user, 'Save visit in a new work order');
    await title('Readings');
    const [change] = await records.changes(1);
    expect(change).toMatchObject({ kind: 'create', resource: 'workOrders' });
    const view = await records.viewOf('workOrders', change?.localId);
    expect(view).toMatchObject({ title: 'Tear out', customer: '1', address_line_1: '5 Oak Ave' });
    expect(view?.['notes']).toMatch(
      /^--- Job ---\nCrew: Bo Diaz\nProject: Burst pipe\n--- Drying ---\n\S+ \S+ \S+ Bo Diaz: air A\/Ann Lee 74F 71%$/,
    );
    expect(await records.services.db.relaxed.drafts.count()).toBe(0);
    // It is part of the job's log.
    await user.click(await screen.findByRole('button', { name: 'Show readings of A' }));
    expect(await screen.findByRole('dialog', { name: 'Readings of A' })).toHaveTextContent('74 °F, 71 %');
  });

  test('is kept until the job names a project', async () => {
    await fullVisit('Crew: Bo Diaz');
    expect(screen.getByRole('main')).toHaveTextContent('shorten its notes and choose its project');
    expect(screen.queryByRole('button', { name: /new work order/ })).toBeNull();
    await title('Air leaving D1');
  });
});
