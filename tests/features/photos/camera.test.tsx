import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { jpegFile } from '../../support/browser/a-jpeg.ts';
import { onTouchScreen, openPhotos, tiles, tilesToBe } from '../../support/photos/photos-screen.tsx';
import type { TestRecords } from '../../support/records/record-services.tsx';

async function openCamera(user: UserEvent): Promise<HTMLElement> {
  await user.click(await screen.findByRole('button', { name: 'Take photo' }));
  return screen.findByRole('dialog', { name: 'Camera' });
}

/** A phone whose browser gives the camera to the app. */
function withCamera(change: (device: TestRecords['photoDevice']) => void = () => {}) {
  onTouchScreen();
  return {
    before: ({ photoDevice }: TestRecords) => {
      photoDevice.hasCamera = true;
      change(photoDevice);
    },
  };
}

test('each press takes a photo, with the room and label that stay', async () => {
  const { records, user } = await openPhotos(
    withCamera((device) => {
      device.pictures = [jpegFile(1), jpegFile(2), jpegFile(3)];
    }),
  );
  const dialog = await openCamera(user);
  await user.type(within(dialog).getByLabelText('Room'), 'Hall');
  const shoot = await within(dialog).findByRole('button', { name: 'Take photo' });
  for (const count of ['1 photo kept', '2 photos kept', '3 photos kept']) {
    await user.click(shoot);
    expect(await within(dialog).findByText(count)).toBeVisible();
  }
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await tilesToBe(3);
  expect(tiles()).toEqual(Array(3).fill('Photo, Hall'));
  expect(records.photoDevice.closed).toBe(1);
});

test('while the camera takes a picture, the button says so and takes no press', async () => {
  let give: (photo: File) => void = () => undefined;
  const { user } = await openPhotos(
    withCamera((device) => {
      device.pictures = [
        new Promise<File>((resolve) => {
          give = resolve;
        }),
      ];
    }),
  );
  const dialog = await openCamera(user);
  await user.click(await within(dialog).findByRole('button', { name: 'Take photo' }));
  expect(await within(dialog).findByRole('button', { name: 'Taking…' })).toBeDisabled();
  give(jpegFile(1));
  expect(await within(dialog).findByText('1 photo kept')).toBeVisible();
  expect(within(dialog).getByRole('button', { name: 'Take photo' })).toBeEnabled();
});

test('a camera that gives no picture says so, and the next press works', async () => {
  const { user } = await openPhotos(
    withCamera((device) => {
      device.pictures = [null, jpegFile(1)];
    }),
  );
  const dialog = await openCamera(user);
  const shoot = await within(dialog).findByRole('button', { name: 'Take photo' });
  await user.click(shoot);
  expect(await within(dialog).findByText('The camera took no picture. Press again.')).toBeVisible();
  await user.click(shoot);
  expect(await within(dialog).findByText('1 photo kept')).toBeVisible();
});

test.each([
  ['refused', /^The app may not use the camera\./],
  ['missing', /^No camera was found\./],
  ['busy', /^Another app is using the camera\./],
] as const)('a camera that is %s says so, and the camera app is offered', async (problem, words) => {
  const { user } = await openPhotos(
    withCamera((device) => {
      device.problem = problem;
    }),
  );
  const dialog = await openCamera(user);
  expect(await within(dialog).findByText(words)).toBeVisible();
  let opened = 0;
  screen.getByLabelText('Photo from the camera').addEventListener('click', () => {
    opened += 1;
  });
  await user.click(within(dialog).getByRole('button', { name: 'Use the camera app' }));
  expect(opened).toBe(1);
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
});

test('a permission given later opens the camera', async () => {
  const { records, user } = await openPhotos(
    withCamera((device) => {
      device.problem = 'refused';
    }),
  );
  const dialog = await openCamera(user);
  await within(dialog).findByText(/^The app may not use the camera\./);
  records.photoDevice.problem = null;
  await user.click(within(dialog).getByRole('button', { name: 'Start the camera' }));
  expect(await within(dialog).findByRole('button', { name: 'Take photo' })).toBeVisible();
});

test('a camera that the system took away opens again when the user comes back', async () => {
  const { records, user } = await openPhotos(withCamera());
  const dialog = await openCamera(user);
  await within(dialog).findByRole('button', { name: 'Take photo' });
  records.photoDevice.end();
  expect(await within(dialog).findByText('The camera stopped.')).toBeVisible();
  records.page.turnTo();
  expect(await within(dialog).findByRole('button', { name: 'Take photo' })).toBeVisible();
  expect(records.photoDevice.opened).toBe(2);
});

test('the light is offered only where there is one', async () => {
  const { records, user } = await openPhotos(
    withCamera((device) => {
      device.hasTorch = true;
    }),
  );
  const dialog = await openCamera(user);
  const light = await within(dialog).findByRole('button', { name: 'Light' });
  await user.click(light);
  await waitFor(() => expect(light).toHaveAttribute('aria-pressed', 'true'));
  expect(records.photoDevice.torch).toBe(true);
});

test('Back closes the camera and turns it off', async () => {
  const { records, user } = await openPhotos(withCamera());
  const dialog = await openCamera(user);
  await within(dialog).findByRole('button', { name: 'Take photo' });
  expect(within(dialog).queryByRole('button', { name: 'Light' })).toBeNull();
  window.history.back();
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  await waitFor(() => expect(records.photoDevice.closed).toBe(1));
});

test('a photo that was not kept is said until it is dismissed, also after the next press', async () => {
  const { user } = await openPhotos(
    withCamera((device) => {
      device.pictures = [new Blob(['no picture']), jpegFile(1)];
    }),
  );
  const dialog = await openCamera(user);
  const shoot = await within(dialog).findByRole('button', { name: 'Take photo' });
  await user.click(shoot);
  const dismiss = await within(dialog).findByRole('button', { name: 'Dismiss' });
  await user.click(shoot);
  expect(await within(dialog).findByText('1 photo kept')).toBeVisible();
  expect(within(dialog).getByText(/^The new photo /)).toBeVisible();
  await user.click(dismiss);
  await waitFor(() => expect(within(dialog).queryByText(/^The new photo /)).toBeNull());
});

test('the camera says why it takes no more photos', async () => {
  const { records, user } = await openPhotos(
    withCamera((device) => {
      device.pictures = [jpegFile(1)];
    }),
  );
  const dialog = await openCamera(user);
  const shoot = await within(dialog).findByRole('button', { name: 'Take photo' });
  records.storage = { used: 999_000_000, room: 1_000_000_000, promised: true };
  await user.click(shoot);
  await waitFor(() => expect(shoot).toBeDisabled());
  expect(within(dialog).getByText(/^This device has no room for photos/)).toBeVisible();
});

test('a light that cannot be switched is said', async () => {
  const { user } = await openPhotos(
    withCamera((device) => {
      device.hasTorch = true;
      device.hasNoLight = true;
    }),
  );
  const dialog = await openCamera(user);
  const light = await within(dialog).findByRole('button', { name: 'Light' });
  await user.click(light);
  expect(await within(dialog).findByText(/^The light could not be switched\./)).toBeVisible();
  expect(light).toHaveAttribute('aria-pressed', 'false');
});

test('[F17] a page that ends before the camera has given the picture leaves a note', async () => {
  let give = (): void => undefined;
  const { records, user } = await openPhotos(
    withCamera((device) => {
      device.answers = new Promise((resolve) => {
        give = resolve;
      });
    }),
  );
  const dialog = await openCamera(user);
  await user.click(await within(dialog).findByRole('button', { name: 'Take photo' }));
  const notes = () => records.services.db.relaxed.meta.where('key').startsWith('taking:').toArray();
  await waitFor(async () => expect(await notes()).toMatchObject([{ source: 'page', count: 1 }]));
  give();
  expect(await within(dialog).findByText('1 photo kept')).toBeVisible();
  await waitFor(async () => expect(await notes()).toEqual([]));
});

test.each([
  ['is kept', [jpegFile(1)], { tiles: 1, notices: 0 }],
  ['that the camera does not give is said', [null], { tiles: 0, notices: 1 }],
] as const)('a picture pressed just before the camera is closed %s', async (_, pictures, then) => {
  let give = (): void => undefined;
  const { user } = await openPhotos(
    withCamera((device) => {
      device.pictures = [...pictures];
      device.answers = new Promise((resolve) => {
        give = resolve;
      });
    }),
  );
  const dialog = await openCamera(user);
  await user.click(await within(dialog).findByRole('button', { name: 'Take photo' }));
  await user.click(within(dialog).getByRole('button', { name: 'Close' }));
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  give();
  await tilesToBe(then.tiles);
  const said = () => screen.queryAllByText(/^The camera was closed before it gave the last picture\./);
  await waitFor(() => expect(said()).toHaveLength(then.notices));
});
