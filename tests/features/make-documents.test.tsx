import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { photoListKey } from '../../src/db/photo-lists.ts';
import { documentHash } from '../../src/domain/papers/document-hash.ts';
import { estimatePaper } from '../../src/domain/papers/papers.ts';
import { sha256Hex } from '../../src/domain/sha256.ts';
import type { MadePdf, PdfJob } from '../../src/files/pdf/make-pdf.ts';
import { saveSettings } from '../../src/records/company-settings.ts';
import { estimate, SOURCE } from '../domain/papers/source.ts';
import { CUSTOMERS } from '../support/kinds/customers.ts';
import { ESTIMATES } from '../support/kinds/estimates.ts';
import { PROJECTS } from '../support/kinds/projects.ts';
import { button } from '../support/kinds/screen.ts';
import { WORK_ORDERS } from '../support/kinds/work-orders.ts';
import { sayFeatures, seedPhoto } from '../support/photos/photos-screen.tsx';
import { startApp, TestRecords } from '../support/records/record-services.tsx';
import { signedFile } from '../support/records/signed-file.ts';

const makePdf = vi.hoisted(() => vi.fn<(job: PdfJob) => Promise<MadePdf>>());
vi.mock('../../src/files/pdf/make-pdf.ts', () => ({ makePdf }));

afterEach(() => {
  makePdf.mockReset();
});

const ITEMS = '--- Items ---\n2 x Air mover @ 35.00 = 70.00';

async function open(
  path: string,
  document: string,
  notes = '',
  before?: (records: TestRecords) => Promise<void>,
) {
  const records = await TestRecords.open();
  await records.seed(CUSTOMERS.a, CUSTOMERS.b);
  await records.seedAll('projects', [PROJECTS.a]);
  await records.seedAll('estimates', [
    { ...ESTIMATES.a, description: `Pump first.\n${ITEMS}\n1 x Haul-off @ 50.00` },
    { ...ESTIMATES.b, customer: ESTIMATES.a['customer'] as string, description: ITEMS },
  ]);
  await records.seedAll('workOrders', [{ ...WORK_ORDERS.a, notes }]);
  await records.say({ reasons: ['offline'] });
  await saveSettings(records.services, { companyName: 'Dry Co', myName: 'Ann Lee' });
  await before?.(records);
  const { user } = startApp(`${path}?tab=documents`, records);
  await user.click(await screen.findByRole('button', { name: document }));
  const dialog = await screen.findByRole('dialog', { name: document });
  return { records, user, dialog };
}

function made(missing: readonly string[] = []): MadePdf {
  return { bytes: new ArrayBuffer(8), missing };
}

async function whenMaking(records: TestRecords): Promise<void> {
  await waitFor(() => {
    records.clock.advance(500);
    expect(makePdf).toHaveBeenCalled();
  });
}

test('the screen shows an estimate with the words of its PDF, which can be downloaded', async () => {
  makePdf.mockResolvedValue(made());
  const { records, dialog } = await open('/estimates/1', 'Estimate');
  expect(await within(dialog).findByText(/^The customer would agree to an example text\./)).toBeVisible();
  const paper = within(await within(dialog).findByRole('article', { name: 'Estimate' }));
  for (const words of [
    'Dry Co',
    'EST-7',
    'Ann Lee',
    'Pump first.',
    'Air mover',
    '$70.00',
    'Haul-off',
    '$108.36',
  ])
    expect(paper.getAllByText(words).length).toBeGreaterThan(0);
  expect(paper.getByText(/^EXAMPLE TEXT\. Replace it in Settings/)).toBeVisible();
  await whenMaking(records);
  expect(makePdf.mock.calls[0]?.[0].content.title).toBe('Estimate');
  await waitFor(() => expect(button(dialog, 'Download')).toBeEnabled());
  expect(dialog).not.toHaveTextContent('no font');
});

test('characters that the device has no font for are named before anything is shared', async () => {
  makePdf.mockResolvedValue(made(['中', '文']));
  const { records, dialog } = await open('/estimates/1', 'Estimate');
  await within(dialog).findByRole('article');
  await whenMaking(records);
  await waitFor(() => expect(dialog).toHaveTextContent('This device has no font for 中 and 文.'));
});

test('the screen says if a PDF cannot be made, and offers another try', async () => {
  makePdf.mockRejectedValueOnce(new Error('no worker'));
  makePdf.mockResolvedValue(made());
  const { records, user, dialog } = await open('/estimates/1', 'Estimate');
  await within(dialog).findByRole('article');
  await whenMaking(records);
  await waitFor(() => expect(dialog).toHaveTextContent('The PDF could not be made on this device.'));
  await user.click(button(dialog, 'Try again'));
  await waitFor(() => {
    records.clock.advance(500);
    expect(button(dialog, 'Download')).toBeEnabled();
  });
});

test('nobody begins to sign before this device has made the PDF, and what that needs is said', async () => {
  makePdf.mockRejectedValueOnce(new Error('no connection'));
  makePdf.mockResolvedValue(made());
  const { records, user, dialog } = await open('/work-orders/1', 'Work authorization');
  await within(dialog).findByRole('article');
  expect(button(dialog, 'Sign')).toBeDisabled();
  await whenMaking(records);
  await waitFor(() =>
    expect(dialog).toHaveTextContent(/nothing can be signed\. .* needs a connection once\./),
  );
  expect(button(dialog, 'Sign')).toBeDisabled();
  await user.click(button(dialog, 'Try again'));
  await waitFor(() => {
    records.clock.advance(500);
    expect(button(dialog, 'Download')).toBeEnabled();
  });
  // The texts are examples.
  expect(button(dialog, 'Sign')).toBeDisabled();
  await user.click(
    within(dialog).getByRole('checkbox', { name: 'The customer signs the example text all the same' }),
  );
  expect(button(dialog, 'Sign')).toBeEnabled();
});

test('a document of a job whose creation the server dates is shown too', async () => {
  makePdf.mockResolvedValue(made());
  const { dialog } = await open('/work-orders/1', 'Work authorization', '', async ({ services }) => {
    const seen = { created_at: Date.UTC(2026, 0, 2), updated_at: null, first_seen: Date.UTC(2026, 0, 5) };
    await services.db.strict.workOrders.update('1', { seen });
  });
  expect(await within(dialog).findByRole('article', { name: 'Work authorization' })).toBeVisible();
});

test('a change order compares the estimate with another that the customer agreed to', async () => {
  makePdf.mockResolvedValue(made());
  const { user, dialog } = await open('/estimates/1', 'Change order');
  expect(within(dialog).queryByRole('article')).toBeNull();
  await user.selectOptions(
    within(dialog).getByLabelText('What the customer agreed to'),
    await within(dialog).findByRole('option', { name: 'EST-12 · Drywall · $2,000.00' }),
  );
  const paper = within(await within(dialog).findByRole('article', { name: 'Change order' }));
  expect(paper.getByText('Haul-off')).toBeVisible();
  expect(paper.queryByText('Air mover')).toBeNull();
  await user.type(within(dialog).getByLabelText('Why the work changes'), 'More walls are wet.');
  expect(paper.getByText('More walls are wet.')).toBeVisible();
});

test('a change order compares with what was signed last, and says so', async () => {
  makePdf.mockResolvedValue(made());
  const signedOf = (n: number, estimate: string, at: string, caption: string) => (records: TestRecords) =>
    seedPhoto(records, n, { kind: 'document', work_order: '', estimate, taken_at: at, caption });
  const { dialog } = await open('/estimates/1', 'Change order', '', async (records) => {
    const customer = ESTIMATES.a['customer'] as string;
    await records.seedAll('estimates', [
      { ...ESTIMATES.b, customer, estimate_number: 'EST-13', title: 'Paint', status: 'accepted' },
    ]);
    await signedOf(
      1,
      '2',
      '2026-01-05T08:00:00-06:00',
      'Estimate, signed by Cy Young\nDocument 0123456789ab',
    )(records);
    await signedOf(
      2,
      '2',
      '2026-01-04T08:00:00-06:00',
      'Estimate, signed by Al Old\nDocument ba9876543210',
    )(records);
    await signedOf(
      3,
      '3',
      '2026-01-06T08:00:00-06:00',
      'Estimate, not signed: Cy Young could not sign\nDocument aaaaaaaaaaaa',
    )(records);
  });
  const paper = within(await within(dialog).findByRole('article', { name: 'Change order' }));
  expect(
    within(dialog).getByRole('option', { name: 'EST-12 · Drywall · $2,000.00 · signed' }),
  ).toHaveProperty('selected', true);
  expect(
    paper.getByText(/Cy Young signed ‘Estimate’ of it on Jan 5, 2026, .*document 0123456789ab\./),
  ).toBeVisible();
});

describe('a change order of what was signed', () => {
  const signed = estimatePaper(SOURCE, {
    estimate: estimate({ description: '--- Items ---\n1 x Pump @ 100.00 = 100.00', total_amount: 108.25 }),
    agreement: { text: 'I accept.' },
  });
  const digits = documentHash(signed).slice(0, 12);
  const whole = signedFile(signed);
  const sha256 = sha256Hex(whole);

  async function openSigned(of: string, bytes: ArrayBuffer | null = whole, name = sha256) {
    makePdf.mockResolvedValue(made());
    return open('/estimates/1', 'Change order', '', async (records) => {
      await seedPhoto(records, 1, {
        kind: 'document',
        work_order: '',
        estimate: of,
        caption: `Estimate, signed by Cy Young\nDocument ${digits}`,
        sha256: name,
      });
      if (!bytes) return;
      const { files, fileBytes } = records.services.db.relaxed;
      const file = { size: 7, type: 'application/pdf', storedAt: 0, lastUsed: 0, tries: 0, refusal: null };
      await files.put({ sha256: name, state: 'stored', ...file });
      await fileBytes.put({ sha256: name, bytes });
    });
  }

  test('begins with the items and total of the file, not with those of the estimate today', async () => {
    const { dialog } = await openSigned('2');
    const paper = within(await within(dialog).findByRole('article', { name: 'Change order' }));
    expect(paper.getByText(/Its items and total are those of the signed document\./)).toBeVisible();
    for (const words of ['Pump', 'Air mover', 'Haul-off', '$108.25'])
      expect(paper.getByText(words)).toBeVisible();
    expect(paper.queryByText('$2,000.00')).toBeNull();
  });

  test('is offered for the estimate itself', async () => {
    const { dialog } = await openSigned('1');
    const paper = within(await within(dialog).findByRole('article', { name: 'Change order' }));
    expect(within(dialog).getByRole('option', { name: /as it was signed$/ })).toHaveProperty(
      'selected',
      true,
    );
    expect(paper.getByText('Pump')).toBeVisible();
    expect(paper.getByText('Haul-off')).toBeVisible();
  });

  test.each([
    ['2', /^The file that was signed is not on this device\. .* So the change order takes/, 1],
    ['1', /^The file that was signed is not on this device\. .* So it is not known/, 0],
  ])('says if the file is not here: of estimate %s', async (of, said, papers) => {
    const { dialog } = await openSigned(of, null);
    expect(await within(dialog).findByText(said)).toBeVisible();
    expect(within(dialog).queryAllByRole('article')).toHaveLength(papers);
  });

  test('[F41] fetches the file again if it is damaged here, and begins with it then', async () => {
    const { records, dialog } = await openSigned('1', whole.slice(9));
    expect(
      await within(dialog).findByText(/^The file that was signed is damaged on this device\. The app looks/),
    ).toBeVisible();
    const { files, fileBytes } = records.services.db.relaxed;
    await waitFor(async () =>
      expect(await files.get(sha256)).toMatchObject({ state: 'wanted', isDamaged: true }),
    );
    await fileBytes.put({ sha256, bytes: whole });
    const paper = within(await within(dialog).findByRole('article', { name: 'Change order' }));
    expect(paper.getByText('Pump')).toBeVisible();
  });

  test('[F42] says if the server has no whole file either', async () => {
    const { records, dialog } = await openSigned('2', whole.slice(9));
    const { files, fileBytes } = records.services.db.relaxed;
    const becomes = (state: string) =>
      waitFor(async () => expect(await files.get(sha256)).toMatchObject({ state }));
    const refusal = { status: 404, body: null, at: 0 };
    await becomes('wanted');
    await files.update(sha256, { state: 'refused', refusal });
    expect(
      await within(dialog).findByText(
        /damaged on this device, and the server has no whole copy\. .* as they are now/,
      ),
    ).toBeVisible();
    await files.update(sha256, { state: 'gone', isDamaged: false });
    await fileBytes.delete(sha256);
    await becomes('wanted');
    await files.update(sha256, { state: 'gone', refusal });
    expect(
      await within(dialog).findByText(/^Neither the server nor this device has a whole copy/),
    ).toBeVisible();
    expect(within(dialog).queryByText(/not on this device/)).toBeNull();
  });

  test('says if the file is whole but cannot be read', async () => {
    const other = new TextEncoder().encode('%PDF of another app').slice().buffer;
    const { dialog } = await openSigned('2', other, sha256Hex(other));
    expect(await within(dialog).findByText(/^The app cannot read the items and total/)).toBeVisible();
  });
});

describe('a change order on a second device', () => {
  const signed = { kind: 'document', work_order: '', estimate: '2' };
  const caption = 'Estimate, signed by Cy Young\nDocument 0123456789ab';

  test('[F47] asks the server what was signed of all estimates of the customer, and begins with that', async () => {
    makePdf.mockResolvedValue(made());
    const { records, dialog } = await open('/estimates/1', 'Change order', '', async (device) => {
      await sayFeatures(device, ['attachments', 'client-uid', 'if-match']);
      await device.say({ reasons: [] });
    });
    expect(
      await within(dialog).findByText(/^The server is being asked what this customer signed/),
    ).toBeVisible();
    const { meta, settings } = records.services.db.relaxed;
    await waitFor(async () =>
      expect(
        (await meta.get('request:photos'))?.lists.map(({ resource, id }) => `${resource} ${id}`).sort(),
      ).toEqual(['estimates 1', 'estimates 2']),
    );
    await seedPhoto(records, 1, { ...signed, caption });
    for (const id of [1, 2])
      await settings.put({
        key: photoListKey('estimates', id),
        readAt: records.clock.now(),
        feed: null,
        doubtedAt: null,
        error: null,
      });
    await meta.delete('request:photos');
    await waitFor(() => expect(dialog).not.toHaveTextContent('The server is being asked'));
    expect(
      await within(dialog).findByRole('option', { name: 'EST-12 · Drywall · $2,000.00 · signed' }),
    ).toHaveProperty('selected', true);
  });

  test('[F47] says that a signed estimate may be missing while there is no connection', async () => {
    const { dialog } = await open('/estimates/1', 'Change order', '', (device) =>
      sayFeatures(device, ['attachments', 'client-uid', 'if-match']),
    );
    expect(await within(dialog).findByText(/so a signed estimate may be missing here\.$/)).toBeVisible();
  });
});

test('a change order is refused while a total is not known', async () => {
  makePdf.mockResolvedValue(made());
  const { records, user, dialog } = await open('/estimates/1', 'Change order');
  await records.seedAll('estimates', [
    { ...ESTIMATES.a, description: ITEMS },
    { ...ESTIMATES.b, customer: ESTIMATES.a['customer'] as string, total_amount: null },
  ]);
  await user.selectOptions(
    within(dialog).getByLabelText('What the customer agreed to'),
    await within(dialog).findByRole('option', { name: 'EST-12 · Drywall · total not known' }),
  );
  expect(
    await within(dialog).findByText(/^The total of Drywall is not known yet, so a change order would/),
  ).toBeVisible();
  expect(within(dialog).queryByRole('article')).toBeNull();
});

test.each(['Work authorization', 'Certificate of completion'])(
  'a work order has a document: %s',
  async (title) => {
    makePdf.mockResolvedValue(made());
    const { dialog } = await open('/work-orders/1', title);
    expect(await within(dialog).findByRole('article', { name: title })).toHaveTextContent('Ann Lee');
  },
);

test('full notes are said before a customer reads and signs', async () => {
  makePdf.mockResolvedValue(made());
  const { dialog } = await open('/work-orders/1', 'Work authorization', 'n'.repeat(9_900));
  await within(dialog).findByRole('article');
  expect(dialog).toHaveTextContent('The notes have no room for the line that says who signed.');
  expect(within(dialog).queryByRole('button', { name: 'Sign' })).toBeNull();
});

test('a document without a text of the company says so before it is signed', async () => {
  makePdf.mockResolvedValue(made());
  const { records, dialog } = await open('/work-orders/1', 'Work authorization');
  const save = (documentTexts: string) => act(() => saveSettings(records.services, { documentTexts }));
  await save('--- Estimate ---\nI accept.');
  expect(
    await within(dialog).findByText(/^This document does not say what the customer agrees to\./),
  ).toBeVisible();
  await save('--- Work authorization ---\nYou may begin.');
  expect(await within(dialog).findByText('You may begin.')).toBeVisible();
  expect(dialog).not.toHaveTextContent('Write');
  await waitFor(() => {
    records.clock.advance(500);
    expect(button(dialog, 'Sign')).toBeEnabled();
  });
});
