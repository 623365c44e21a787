import { describe, expect, it } from 'vitest';
import {
  type CompanySettings,
  NO_COMPANY_SETTINGS,
  NO_SETTINGS,
  type ServerSettings,
} from '../../src/domain/settings.ts';
import {
  type KeptSettings,
  noSettings,
  type SettingConflict,
  savedSettings,
  settingsOf,
  settingsState,
  settingsToSend,
  withSettingsDraft,
} from '../../src/outbox/kept-settings.ts';
import { reduceSettings, valueNow } from '../../src/outbox/reduce-settings.ts';

const receivedSettings = (kept: KeptSettings, from: ServerSettings, sent: Partial<CompanySettings> | null) =>
  reduceSettings(kept, { type: 'received', server: from, sent });
const refusedSettings = (
  kept: KeptSettings,
  sent: Partial<CompanySettings>,
  words: { readonly named: Partial<CompanySettings>; readonly sentence: string },
) => reduceSettings(kept, { type: 'refused', sent, ...words });
const sendingSettings = (kept: KeptSettings, sent: Partial<CompanySettings>) =>
  reduceSettings(kept, { type: 'sending', sent });
const decidedSettings = (kept: KeptSettings, conflict: SettingConflict, keep: 'mine' | 'theirs') =>
  reduceSettings(kept, { type: 'decided', conflict, keep });

const NONE = noSettings('http://api.test|1');

function server(version: number, values: Partial<ServerSettings['values']>, by = 'Bo Diaz'): ServerSettings {
  const names = Object.keys(values) as (keyof ServerSettings['values'])[];
  const history = names.map((setting) => ({ setting, before: null, after: null, at: 1, by }));
  return { version, values: { ...NO_COMPANY_SETTINGS, ...values }, history };
}

/** A device that read these settings from the server before a person saved others. */
function device(
  read: Partial<ServerSettings['values']>,
  saved: Parameters<typeof savedSettings>[1],
): KeptSettings {
  return savedSettings(receivedSettings(NONE, server(1, read), null), saved);
}

describe('a saved setting', () => {
  it('shows at once, and waits with the value that it replaced', () => {
    const kept = device(
      { companyName: 'Lakeside', companyPhone: '1' },
      { companyName: 'Harbor', myName: 'Ann' },
    );
    expect(settingsOf(kept)).toEqual({
      ...NO_SETTINGS,
      companyName: 'Harbor',
      companyPhone: '1',
      myName: 'Ann',
    });
    expect(kept.edits).toEqual({ companyName: { base: 'Lakeside', value: 'Harbor' } });
    expect(settingsToSend(kept)).toEqual({ companyName: 'Harbor' });
    expect(settingsState(kept)).toEqual({ waiting: 1, asks: 0 });
  });

  it('no longer waits once the server has it', () => {
    const kept = savedSettings(device({ companyName: 'A' }, { companyName: 'B' }), { companyName: 'A' });
    expect(kept.edits).toEqual({});
    expect(settingsState(kept)).toEqual({ waiting: 0, asks: 0 });
  });

  it('keeps the base of the first of two changes', () => {
    const kept = savedSettings(device({ companyName: 'A' }, { companyName: 'B' }), { companyName: 'C' });
    expect(kept.edits).toEqual({ companyName: { base: 'A', value: 'C' } });
  });

  it("waits if no server has shown settings, except for the person's name", () => {
    const kept = savedSettings(NONE, { companyName: 'Lakeside', companyPhone: '', myName: 'Ann' });
    expect(kept.edits).toEqual({ companyName: { base: '', value: 'Lakeside' } });
    expect(settingsToSend(savedSettings(NONE, { myName: 'Ann' }))).toEqual({});
  });
});

it('unsaved text in the form is kept, and neither shows nor waits', () => {
  const draft = { companyName: { base: '', value: 'Lake' } };
  const kept = withSettingsDraft(NONE, draft);
  expect(kept).toEqual({ ...NONE, draft });
  expect([settingsOf(kept), settingsState(kept)]).toEqual([NO_SETTINGS, { waiting: 0, asks: 0 }]);
  expect(withSettingsDraft(kept, null)).toEqual(NONE);
});

describe("[X46] a server's setting", () => {
  it('replaces one that was not changed here', () => {
    const kept = receivedSettings(device({ companyName: 'A' }, {}), server(2, { companyName: 'B' }), null);
    expect(settingsOf(kept).companyName).toBe('B');
    expect(kept.server?.version).toBe(2);
    expect([kept.edits, kept.conflicts]).toEqual([{}, []]);
  });

  it('leaves what only this device changed waiting, with the new version as base', () => {
    const mine = device({ companyName: 'A', companyPhone: '1' }, { companyName: 'B' });
    const kept = receivedSettings(mine, server(2, { companyName: ' A', companyPhone: '2' }), null);
    expect(settingsOf(kept)).toMatchObject({ companyName: 'B', companyPhone: '2' });
    expect(kept.edits).toEqual({ companyName: { base: ' A', value: 'B' } });
    expect(kept.conflicts).toEqual([]);
  });

  it('ends a change whose answer was lost, so it is not sent again', () => {
    const mine = device({ companyName: 'A' }, { companyName: ' B ' });
    const kept = receivedSettings(mine, server(2, { companyName: 'B' }), null);
    expect([kept.edits, kept.conflicts]).toEqual([{}, []]);
  });

  it('confirms what was sent, even in another form', () => {
    const mine = device({ companyPhone: '1' }, { companyPhone: '5550100' });
    const kept = receivedSettings(mine, server(2, { companyPhone: '555-0100' }), { companyPhone: '5550100' });
    expect(kept.edits).toEqual({});
    expect(settingsOf(kept).companyPhone).toBe('555-0100');
  });

  it('leaves a change waiting that was edited while it was being sent', () => {
    const mine = savedSettings(device({ companyName: 'A' }, { companyName: 'B' }), { companyName: 'C' });
    const kept = receivedSettings(mine, server(2, { companyName: 'B' }), { companyName: 'B' });
    expect(kept.edits).toEqual({ companyName: { base: 'B', value: 'C' } });
    expect(kept.conflicts).toEqual([]);
  });

  it.each([
    ['whose answer came', { companyName: 'B' }],
    ['whose answer was lost', null],
  ])('takes another request to go back to after a change was sent, %s', (_, sent) => {
    const mine = sendingSettings(device({ companyName: 'A' }, { companyName: 'B' }), { companyName: 'B' });
    const back = savedSettings(mine, { companyName: 'A' });
    expect(settingsOf(back).companyName).toBe('A');
    const kept = receivedSettings(back, server(2, { companyName: 'B' }), sent);
    expect(kept).toMatchObject({ edits: { companyName: { base: 'B', value: 'A' } }, conflicts: [] });
    expect(settingsToSend(kept)).toEqual({ companyName: 'A' });
    const never = receivedSettings(back, server(1, { companyName: 'A' }), null);
    expect([never.edits, never.conflicts]).toEqual([{}, []]);
  });

  it('asks no question about a change after one whose answer was lost', () => {
    const changed = device({ companyName: 'A' }, { companyName: 'B', companyPhone: '2' });
    const mine = sendingSettings(changed, { companyName: 'B' });
    const again = savedSettings(mine, { companyName: 'C' });
    const kept = receivedSettings(again, server(2, { companyName: 'B' }), null);
    const edits = { companyName: { base: 'B', value: 'C' }, companyPhone: { base: '', value: '2' } };
    expect(kept).toMatchObject({ edits, conflicts: [] });
  });

  it('asks no question about a change sent after one whose answer was lost', () => {
    const first = sendingSettings(device({ companyName: 'A' }, { companyName: 'B' }), { companyName: 'B' });
    const second = sendingSettings(savedSettings(first, { companyName: 'C' }), { companyName: 'C' });
    const third = sendingSettings(savedSettings(second, { companyName: 'D' }), { companyName: 'D' });
    for (const stored of ['B', 'C']) {
      const kept = receivedSettings(third, server(2, { companyName: stored }), null);
      const edits = { companyName: { base: stored, value: 'D' } };
      expect({ ...kept, server: null }).toEqual({ ...third, server: null, edits });
    }
    const theirs = receivedSettings(third, server(2, { companyName: 'E' }), null);
    expect(theirs.conflicts).toMatchObject([{ mine: 'D' }]);
  });

  it("stands if both sides changed it; mine is offered, with the other author's name", () => {
    const mine = device({ companyName: 'A', companyPhone: '1' }, { companyName: 'B', companyPhone: '2' });
    const kept = receivedSettings(mine, server(2, { companyName: 'C', companyPhone: '1' }), null);
    expect(settingsOf(kept)).toMatchObject({ companyName: 'C', companyPhone: '2' });
    const conflict = { setting: 'companyName', checklist: null, mine: 'B', by: 'Bo Diaz' };
    expect(kept.conflicts).toEqual([conflict]);
    expect(settingsState(kept)).toEqual({ waiting: 1, asks: 1 });
  });

  it('names no author if the server does not', () => {
    const theirs = { ...server(2, { companyName: 'C' }), history: [] };
    const kept = receivedSettings(device({}, { companyName: 'B' }), theirs, null);
    expect(kept.conflicts).toMatchObject([{ mine: 'B', by: '' }]);
  });

  it('offers a value entered before the server stored settings', () => {
    const mine = savedSettings(NONE, { companyName: 'Mine', companyPhone: '1' });
    const kept = receivedSettings(mine, server(3, { companyName: 'Theirs' }), null);
    expect(settingsOf(kept)).toMatchObject({ companyName: 'Theirs', companyPhone: '1' });
    expect(kept.conflicts).toMatchObject([{ setting: 'companyName', mine: 'Mine' }]);
    expect(settingsToSend(kept)).toEqual({ companyPhone: '1' });
  });

  it('asks once, with my last change, and not if it equals mine', () => {
    const first = receivedSettings(
      device({ companyName: 'A' }, { companyName: 'B' }),
      server(2, { companyName: 'C' }),
      null,
    );
    const again = { ...savedSettings(first, { companyName: 'D' }), conflicts: first.conflicts };
    const second = receivedSettings(again, server(3, { companyName: 'E' }), null);
    expect(second.conflicts).toMatchObject([{ mine: 'D' }]);
    expect(receivedSettings(second, server(4, { companyName: 'D' }), null).conflicts).toEqual([]);
  });
});

describe('[X47] checklists', () => {
  const WATER = 'Water:\nPump';
  const MOLD = 'Mold:\nTest';

  it('of both sides are kept if each added or changed another', () => {
    const mine = device({ checklists: WATER }, { checklists: `${WATER}\nDry` });
    const kept = receivedSettings(mine, server(2, { checklists: `${WATER}\n\n${MOLD}` }), null);
    expect(settingsOf(kept).checklists).toBe(`${WATER}\nDry\n\n${MOLD}`);
    expect(kept.edits.checklists?.base).toBe(`${WATER}\n\n${MOLD}`);
    expect(kept.conflicts).toEqual([]);
  });

  it('that both sides changed are asked about one by one, and the others are merged', () => {
    const mine = device(
      { checklists: `${WATER}\n\n${MOLD}` },
      { checklists: `${WATER}\nMine\n\n${MOLD}\nMore` },
    );
    const kept = receivedSettings(mine, server(2, { checklists: `${WATER}\nTheirs\n\n${MOLD}` }), null);
    expect(settingsOf(kept).checklists).toBe(`${WATER}\nTheirs\n\n${MOLD}\nMore`);
    const conflict = { setting: 'checklists', checklist: 'Water', mine: `${WATER}\nMine`, by: 'Bo Diaz' };
    expect(kept.conflicts).toEqual([conflict]);
    expect(valueNow(kept, { ...conflict, setting: 'checklists' })).toBe(`${WATER}\nTheirs`);
    const decided = decidedSettings(kept, { ...conflict, setting: 'checklists' }, 'mine');
    expect(settingsOf(decided).checklists).toBe(`${WATER}\nMine\n\n${MOLD}\nMore`);
    expect(decided.conflicts).toEqual([]);
  });

  it('no longer wait if the merge is what the server has', () => {
    const mine = device({ checklists: WATER }, { checklists: `${WATER}\nMine` });
    const kept = receivedSettings(mine, server(2, { checklists: `${WATER}\nTheirs` }), null);
    expect(kept.edits).toEqual({});
    expect(kept.conflicts).toMatchObject([{ checklist: 'Water' }]);
    expect(savedSettings(kept, { checklists: MOLD }).conflicts).toHaveLength(1);
  });
});

describe('a person', () => {
  const met = receivedSettings(
    device({ companyName: 'A' }, { companyName: 'B' }),
    server(2, { companyName: 'C' }),
    null,
  );
  const [conflict] = met.conflicts;
  if (!conflict) throw new Error('Nobody is asked');

  it('who chooses their own value sends it', () => {
    const kept = decidedSettings(met, conflict, 'mine');
    expect(kept).toMatchObject({ conflicts: [], edits: { companyName: { base: 'C', value: 'B' } } });
  });

  it('who chooses the other value is not asked again', () => {
    const { edits, conflicts } = decidedSettings(met, conflict, 'theirs');
    expect([edits, conflicts]).toEqual([{}, []]);
  });

  it('who saves the setting again decides', () => {
    const kept = savedSettings(met, { companyName: 'D', companyPhone: '1' });
    expect(kept.conflicts).toEqual([]);
    expect(savedSettings(met, { companyPhone: '1' }).conflicts).toEqual([conflict]);
  });
});

describe('[X48] a refused setting', () => {
  const mine = device({}, { companyPhone: '5'.repeat(200), companyName: 'B' });
  const sent = settingsToSend(mine);
  const words = { named: { companyPhone: 'Too long.' }, sentence: 'No.' };

  it("waits for a person with the server's words, and the rest is sent", () => {
    const kept = refusedSettings(mine, sent, words);
    expect(kept.edits.companyPhone).toMatchObject({ refusal: 'Too long.' });
    expect(settingsToSend(kept)).toEqual({ companyName: 'B' });
    expect(settingsState(kept)).toEqual({ waiting: 1, asks: 1 });
    expect(settingsOf(kept).companyPhone).toBe('5'.repeat(200));
  });

  it('is every sent setting if the refusal names none', () => {
    for (const named of [{}, { companyLogo: 'No picture.' }]) {
      const kept = refusedSettings(mine, sent, { named, sentence: 'No.' });
      expect(Object.values(kept.edits).map(({ refusal }) => refusal)).toEqual(['No.', 'No.']);
      expect(settingsToSend(kept)).toEqual({});
    }
  });

  it('is not one that was changed since', () => {
    const kept = refusedSettings(savedSettings(mine, { companyPhone: '555' }), sent, words);
    expect(settingsToSend(kept)).toEqual({ companyPhone: '555', companyName: 'B' });
  });

  it('can be sent again without a question about earlier attempts', () => {
    const both = device({ companyName: 'A' }, { companyName: 'B', companyPhone: '5'.repeat(200) });
    const lost = savedSettings(sendingSettings(both, { companyName: 'B' }), { companyName: 'C' });
    const again = reduceSettings(refusedSettings(lost, settingsToSend(both), words), { type: 'retried' });
    expect(settingsToSend(again)).toEqual(settingsToSend(lost));
    const kept = receivedSettings(again, server(2, { companyName: 'B' }), null);
    expect(kept.edits.companyName).toEqual({ base: 'B', value: 'C' });
    expect(kept.conflicts).toEqual([]);
  });

  it('can be corrected, sent again or discarded', () => {
    const kept = refusedSettings(mine, sent, words);
    expect(settingsToSend(savedSettings(kept, { companyPhone: '555' })).companyPhone).toBe('555');
    expect(settingsToSend(reduceSettings(kept, { type: 'retried' }))).toEqual(sent);
    expect(
      settingsOf(reduceSettings(kept, { type: 'discarded', setting: 'companyPhone' })).companyPhone,
    ).toBe('');
  });
});
