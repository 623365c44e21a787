import { JOB, NEXT, ORDERS, planDay } from '../e2e/support/day.ts';
import { DEVICE, expect, ONCE, SIZE, test } from './support/app-test.ts';
import { signIn } from './support/sign-in.ts';
import { connectionBack, offlineReady, upToDate } from './support/sync.ts';

test(
  `on ${DEVICE}, without a server, a whole day goes from the first job to the next, and all of it arrives as text`,
  ONCE,
  async ({ server, tab }) => {
    const [id] = await planDay(server);
    await tab.resize(SIZE);
    await signIn(tab, '/settings');
    await upToDate(tab);
    await tab.press('button', 'Edit');
    await tab.fill('My Name', 'Ann Lee');
    await tab.press('button', 'Save');
    await tab.seesNo({ role: 'dialog' });
    await offlineReady(tab);
    await tab.open('/sync');
    await tab.press('button', 'Check now');
    await tab.reads(/Ready for no signal, \d.*, \d+ records/);
    await server.kill();

    await tab.open('/today');
    await tab.press('link', JOB.title);
    await tab.sees({ role: 'button', name: 'Edit' });
    await tab.press('button', 'On the way');
    await tab.reads(/On the way\s+\d.+ · Ann Lee/);
    await tab.press('button', 'Start');
    // The step moves what is below it.
    await tab.reads(/Started\s+\d.+ · Ann Lee/);
    await tab.press('button', 'Add note');
    await tab.fill('Note', 'Wall open behind the washer.');
    await tab.press('button', 'Save note');
    await tab.seesNo({ role: 'button', name: 'Save note' });
    await tab.reads('Wall open behind the washer.');
    await tab.press('button', 'Add checklist');
    await tab.press('menuitem', 'Water');
    await tab.press('checkbox', 'Work authorization signed');
    await tab.reads('Prairie Mutual');
    await tab.press('button', 'Finish');
    await tab.press('button', 'Finish anyway');
    await tab.reads(/Finished\s+\d.+ · Ann Lee/);
    await tab.open('/today');
    await tab.press('link', NEXT.title);
    await tab.sees({ role: 'button', name: 'Edit' });
    await tab.press('button', 'On the way');
    await tab.reads(/On the way\s+\d.+ · Ann Lee/);

    await server.start();
    await connectionBack(tab);
    await upToDate(tab);
    await tab.open('/sync');
    await tab.reads(/All \d+ changes of today are on the server, \d/);
    const { body } = await server.api(`${ORDERS}${id}/`);
    const { status, notes } = body as { status: string; notes: string };
    expect(status).toBe('completed');
    const parts = [
      '^Call before arriving.\n--- Job ---\nCrew: Ann Lee\nFlags: gas off, dog\nProject: Burst pipe',
      'On the way: .+ Ann Lee\nStarted: .+ Ann Lee\nFinished: .+ Ann Lee',
      '--- Log ---\n.+ Ann Lee: Wall open behind the washer.',
      String.raw`--- Checklist ---\n\[x\] Work authorization signed \(.+ Ann Lee\)`,
    ];
    expect(notes).toMatch(new RegExp(parts.join('\n')));
  },
);
