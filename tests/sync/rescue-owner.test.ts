import { describe, expect, it } from 'vitest';
import { loadRescue } from '../../src/records/rescue/load-rescue.ts';
import type { RescueOwner } from '../../src/records/rescue/manifest.ts';
import { makeRescue } from '../../src/records/rescue/save-rescue.ts';
import { anOldDevice } from '../support/tab/rescue.ts';

const ann: RescueOwner = {
  origin: 'http://api.test',
  userId: '7',
  username: 'ann',
  subject: '7',
  names: ['ann'],
};
/** Signed in while the server did not name her. */
const unnamed: RescueOwner = { ...ann, userId: null, username: 'ann@a.com', names: ['ann@a.com'] };

async function loads(from: RescueOwner, into: RescueOwner): Promise<unknown> {
  const { tab } = await anOldDevice();
  const { file } = await makeRescue(tab.records, { owner: from, appVersion: '1', passphrase: '' });
  return loadRescue(tab.records, file, { owner: into, passphrase: '' }).then(
    () => true,
    ({ problem }) => problem,
  );
}

describe('[R9] the user of a file', () => {
  it('[R9] is known by the token if one device does not know her id', async () => {
    expect(await loads(unnamed, ann)).toBe(true);
    expect(await loads(unnamed, { ...ann, subject: '8', userId: '8' })).toBe('otherUser');
  });

  it('[R9] is known by any of her names if the token does not name her', async () => {
    const opaque = { ...unnamed, subject: null };
    expect(await loads(opaque, { ...ann, names: ['ann', 'ann@a.com'] })).toBe(true);
    expect(await loads(opaque, ann)).toBe('otherUser');
  });

  it('[R9] is not known by a name if both ids are', async () => {
    expect(await loads(ann, { ...ann, userId: '8' })).toBe('otherUser');
  });

  it('[R9] is what the device has learned, also after the sign-in', async () => {
    const { tab } = await anOldDevice();
    expect(await tab.records.owner()).toMatchObject({ userId: '1', username: 'demo', names: ['demo'] });
  });
});
