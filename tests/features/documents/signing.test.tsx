import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { documentHash } from '../../../src/domain/papers/document-hash.ts';
import type { MadePdf, PdfJob } from '../../../src/files/pdf/make-pdf.ts';
import { AUTHORIZATION } from '../../support/documents/authorization.ts';
import type { TestRecords } from '../../support/records/record-services.tsx';

const fakes = vi.hoisted(() => ({
  jobs: [] as PdfJob[],
  make: (): Promise<MadePdf> => Promise.reject(new Error('not set')),
  /** Points of the next stroke. */
  points: 20,
}));

vi.mock('../../../src/files/pdf/make-pdf.ts', () => ({
  makePdf: (job: PdfJob) => {
    fakes.jobs.push(job);
    return fakes.make();
  },
}));

vi.mock('../../../src/features/documents/make-documents.tsx', async () => {
  const { createElement } = await import('react');
  const { AUTHORIZATION: content } = await import('../../support/documents/authorization.ts');
  const MakeDocuments = ({ onSign }: { readonly onSign: (given: typeof content) => void }) =>
    createElement('button', { type: 'button', onClick: () => onSign(content) }, 'Authorize');
  return { MakeDocuments };
});

/** Draws a stroke for each press on the canvas. */
vi.mock('signature_pad', () => ({
  default: class {
    strokes: { points: object[] }[] = [];
    constructor(canvas: HTMLCanvasElement) {
      canvas.addEventListener('pointerdown', () => {
        this.strokes.push({ points: Array.from({ length: fakes.points }, () => ({ x: 1, y: 1 })) });
        canvas.dispatchEvent(new Event('stroke'));
      });
      this.addEventListener = (_, listener) => canvas.addEventListener('stroke', listener);
    }
    addEventListener: (name: string, listener: () => void) => void;
    removeEventListener(): void {}
    off(): void {}
    fromData(): void {}
    toData(): unknown {
      return this.strokes;
    }
    clear(): void {
      this.strokes = [];
    }
  },
}));

// Files share modules, and another may have opened the real documents, which the screens then keep.
vi.resetModules();
afterAll(() => void vi.resetModules());
const { openPhotos } = await import('../../support/photos/photos-screen.tsx');
const { NotSavedError } = await import('../../../src/records/save-transaction.ts');

const DIGITS = documentHash(AUTHORIZATION).slice(0, 12);

beforeEach(() => {
  fakes.jobs = [];
  fakes.points = 20;
  fakes.make = async () => ({
    bytes: new TextEncoder().encode(`%PDF ${fakes.jobs.length}`).slice().buffer,
    missing: [],
  });
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) =>
    done(new Blob(['strokes'], { type: 'image/png' })),
  );
});

async function openSigning(keepsFiles = true) {
  const app = await openPhotos({ address: '/work-orders/1?tab=documents', keepsFiles });
  await app.user.click(await screen.findByRole('button', { name: 'Authorize' }));
  const dialog = await screen.findByRole('dialog', { name: 'Sign: Work authorization' });
  return { ...app, dialog };
}

/** Enters everything that a signature needs, but does not press Sign. */
async function fill(user: UserEvent, dialog: HTMLElement): Promise<void> {
  const inside = within(dialog);
  await user.click(inside.getByRole('button', { name: 'I have read it' }));
  fireEvent.input(inside.getByLabelText('Name of the person who signs'), { target: { value: 'Cy Young' } });
  await user.click(inside.getByRole('radio', { name: 'Owner' }));
  await user.click(inside.getByRole('checkbox', { name: /^By signing I agree/ }));
  fireEvent.pointerDown(inside.getByRole('img', { name: 'Signature of the customer' }));
}

const press = (user: UserEvent, dialog: HTMLElement) =>
  user.click(within(dialog).getByRole('button', { name: 'Sign' }));

async function kept({ services }: TestRecords) {
  const { attachments, fileBytes, outbox } = services.db.relaxed;
  return [await attachments.count(), await fileBytes.count(), await outbox.count()];
}

const notesOf = async (records: TestRecords) => String((await records.viewOf('workOrders', '1'))?.['notes']);

test('[F36] a customer reads, agrees and signs; then the job has the document, a tick and a log entry', async () => {
  const { records, user, dialog } = await openSigning();
  expect(within(dialog).getByText('The company may begin its work.')).toBeVisible();
  await fill(user, dialog);
  await press(user, dialog);
  expect(await screen.findByText('The document is signed, and kept on this device.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Download' })).toBeVisible();
  expect(await kept(records)).toEqual([1, 1, 2]);
  const notes = await notesOf(records);
  expect(notes).toMatch(/^\[x\] Work authorization signed \(\d{4}-.* maria\)$/m);
  expect(notes).toMatch(new RegExp(`: Work authorization signed by Cy Young, document ${DIGITS}$`, 'm'));
  const [job] = fakes.jobs;
  expect(job?.signed?.signatures).toHaveLength(1);
  expect(JSON.stringify(job?.signed?.audit)).toContain(documentHash(AUTHORIZATION));
  expect(JSON.stringify(job?.signed?.audit)).toContain('Cy Young');
  await user.click(screen.getByRole('button', { name: 'Done' }));
  const listed = await screen.findByRole('button', { name: 'Open Work authorization WO-1.pdf' });
  const item = within(listed.closest('li') as HTMLElement);
  expect(
    item.getByText(new RegExp(`Work authorization, signed by Cy Young\\s+Document ${DIGITS}`)),
  ).toBeVisible();
  expect(item.getByText('Not on the server yet')).toBeVisible();
  expect(item.getByText(/^File [0-9a-f]{12}$/)).toBeVisible();
});

test('the screen says what is missing, a dot is not a signature, and nothing is kept', async () => {
  const { records, user, dialog } = await openSigning();
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView');
  await press(user, dialog);
  const [above, below] = within(dialog).getAllByRole('alert');
  const alert = above as HTMLElement;
  // Sign is in view where its complaints may not be. Going down to them would count as having read the document.
  expect(scrolled.mock.contexts).toContain(alert.parentElement);
  expect(below).toBeEmptyDOMElement();
  for (const words of [
    /^Read the document/,
    /^Type the name/,
    /^Choose who signs/,
    /^Check the box/,
    /^Sign in the box/,
  ])
    expect(within(alert).getByText(words)).toBeVisible();
  fakes.points = 7;
  await fill(user, dialog);
  await press(user, dialog);
  expect(below?.textContent).toBe('Sign in the box. A dot or a short line is not enough.');
  expect(scrolled.mock.contexts).toContain(below?.parentElement);
  expect(alert).toBeEmptyDOMElement();
  expect(within(dialog).getByRole('checkbox', { name: /^By signing I agree/ })).toBeChecked();
  await user.click(within(dialog).getByRole('button', { name: 'Clear: Signature of the customer' }));
  expect(fakes.jobs).toEqual([]);
  expect(await kept(records)).toEqual([0, 0, 0]);
});

test('the box to agree is not checked beforehand', async () => {
  const { dialog } = await openSigning();
  expect(within(dialog).getByRole('checkbox', { name: /^By signing I agree/ })).not.toBeChecked();
});

test('[F36] nothing is stored while the file is being made, so a page that dies leaves nothing', async () => {
  fakes.make = () => new Promise(() => {});
  const { records, user, dialog } = await openSigning();
  await fill(user, dialog);
  await press(user, dialog);
  expect(await within(dialog).findByText('The document is being made…')).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'Sign' })).toBeDisabled();
  expect(await kept(records)).toEqual([0, 0, 0]);
});

test('what is typed while the file is being made is not lost, and no file with the older name is kept', async () => {
  let end: (made: MadePdf) => void = () => undefined;
  const works = fakes.make;
  fakes.make = () => new Promise((resolve) => (end = resolve));
  const { records, user, dialog } = await openSigning();
  await fill(user, dialog);
  await press(user, dialog);
  await within(dialog).findByText('The document is being made…');
  await waitFor(() => expect(fakes.jobs).toHaveLength(1));
  const name = within(dialog).getByLabelText('Name of the person who signs');
  expect(name.closest('[inert]')).not.toBeNull();
  // A stroke that had begun before ends later.
  fireEvent.input(name, { target: { value: 'Di Wu' } });
  end({ bytes: new ArrayBuffer(8), missing: ['中'] });
  expect(await within(dialog).findByText(/^Something was changed while the document was made/)).toBeVisible();
  expect(await kept(records)).toEqual([0, 0, 0]);
  fakes.make = works;
  await press(user, dialog);
  expect(await screen.findByText('The document is signed, and kept on this device.')).toBeVisible();
  expect(JSON.stringify(fakes.jobs[1]?.signed?.audit)).toContain('Di Wu');
  expect(await notesOf(records)).toMatch(/signed by Di Wu/);
});

test('a file that cannot be made loses nothing, and is tried again', async () => {
  const works = fakes.make;
  fakes.make = () => Promise.reject(new Error('no worker'));
  const { records, user, dialog } = await openSigning();
  await fill(user, dialog);
  await press(user, dialog);
  expect(
    await within(dialog).findByText(/^The document could not be made\. Nothing is signed yet/),
  ).toBeVisible();
  fakes.make = works;
  await press(user, dialog);
  expect(await screen.findByText('The document is signed, and kept on this device.')).toBeVisible();
  expect(await kept(records)).toEqual([1, 1, 2]);
});

test('[F37] a file that the device did not keep can be saved, and is kept again with the same bytes', async () => {
  const { records, user, dialog } = await openSigning();
  vi.spyOn(records.services.db.strict, 'transaction').mockRejectedValueOnce(
    new NotSavedError('This device is out of storage.') as never,
  );
  await fill(user, dialog);
  await press(user, dialog);
  expect(await within(dialog).findByText('This device is out of storage.')).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'Download' })).toBeVisible();
  await press(user, dialog);
  expect(await screen.findByText('The document is signed, and kept on this device.')).toBeVisible();
  expect(fakes.jobs).toHaveLength(1);
});

test('a person who cannot sign needs a reason and a witness, and the item stays open', async () => {
  const { records, user, dialog } = await openSigning();
  await fill(user, dialog);
  await user.click(within(dialog).getByRole('checkbox', { name: 'The person cannot sign' }));
  await press(user, dialog);
  expect(within(dialog).getByText('Say why the person cannot sign.')).toBeVisible();
  const say = (label: string, value: string) =>
    fireEvent.input(within(dialog).getByLabelText(label), { target: { value } });
  say('Why the person cannot sign', 'Broken arm');
  say('Name of a witness', 'Di Wu');
  expect(within(dialog).queryByRole('checkbox', { name: /^By signing I agree/ })).toBeNull();
  await press(user, dialog);
  expect(await screen.findByText(/^It is recorded that the person could not sign\./)).toBeVisible();
  const notes = await notesOf(records);
  expect(notes).toMatch(/not signed: Cy Young could not sign \(Broken arm\), witness Di Wu/);
  expect(notes).not.toContain('[x] Work authorization signed');
  expect(fakes.jobs[0]?.signed?.signatures).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(
    await screen.findByRole('button', { name: 'Open Work authorization WO-1, not signed.pdf' }),
  ).toBeVisible();
});

test('characters that cannot be written are named before anything is kept', async () => {
  fakes.make = async () => ({ bytes: new ArrayBuffer(8), missing: ['中'] });
  const { records, user, dialog } = await openSigning();
  await fill(user, dialog);
  await press(user, dialog);
  expect(
    await within(dialog).findByText(/^This device cannot write these characters in the document: 中/),
  ).toBeVisible();
  expect(await kept(records)).toEqual([0, 0, 0]);
  await press(user, dialog);
  expect(await screen.findByText('The document is signed, and kept on this device.')).toBeVisible();
});

test('leaving asks once something was typed', async () => {
  const { user, dialog } = await openSigning();
  fireEvent.input(within(dialog).getByLabelText('Name of the person who signs'), { target: { value: 'C' } });
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText(/^The document is not signed\./)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
