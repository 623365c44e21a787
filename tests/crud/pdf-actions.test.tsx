import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { PdfActions } from '../../src/crud/pdf-actions.tsx';
import { RecordsContext } from '../../src/records/record-services.ts';
import { Kit } from '../../src/ui/kit/kit.tsx';
import { FakePhotoDevice } from '../support/browser/fake-photo-device.ts';
import { aRecordServices } from '../support/browser/test-database.ts';

const NAME = 'Estimate EST-1.pdf';

async function show(canShare: boolean) {
  const services = await aRecordServices();
  const device = new FakePhotoDevice();
  device.hasShareSheet = canShare;
  Object.assign(services, { photoDevice: device });
  render(
    <Kit>
      <RecordsContext value={services}>
        <PdfActions name={NAME} bytes={new ArrayBuffer(8)} />
      </RecordsContext>
    </Kit>,
  );
  return { user: userEvent.setup(), device };
}

const press = (name: string) => screen.getByRole('button', { name });

test('a PDF is opened, and if the browser refuses, the app says what to do', async () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(window);
  const { user } = await show(false);
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
  await user.click(press('Open or print'));
  expect(opened).toHaveBeenCalledWith(expect.stringMatching(/^blob:/), '_blank');
  expect(screen.queryByText(/^This browser did not open/)).toBeNull();
  opened.mockReturnValue(null);
  await user.click(press('Open or print'));
  expect(screen.getByText(/^This browser did not open the document\. Download it/)).toBeVisible();
});

test('a PDF is shared, and a failure says what to do', async () => {
  const { user, device } = await show(true);
  await user.click(press('Share'));
  expect(device.shared).toEqual([NAME]);
  expect(screen.queryByText(/^The document could not be shared/)).toBeNull();
  device.sharingProblem = new DOMException('no', 'NotAllowedError');
  await user.click(press('Share'));
  expect(await screen.findByText(/^The document could not be shared\. Download it/)).toBeVisible();
});
