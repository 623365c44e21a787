import { describe, expect, it } from 'vitest';
import { NO_COMPANY_SETTINGS, NO_SETTINGS, type ServerSettings } from '../../src/domain/settings.ts';
import {
  type KeptSettings,
  noSettings,
  retriedSettings,
  savedSettings,
  sendingSettings,
  settingsOf,
  settingsState,
  settingsToSend,
  withoutEdit,
  withSettingsDraft,
} from '../../src/outbox/kept-settings.ts';
import {
  decidedSettings,
  receivedSettings,
  refusedSettings,
  valueNow,
} from '../../src/outbox/received-settings.ts';

const NONE = noSettings('http://api.test|1');

function server(version: number, values: Partial<ServerSettings['values']>, by = 'Bo Diaz'): ServerSettings {
  const names = Object.keys(values) as (keyof ServerSettings['values'])[];
  const history = names.map((setting) => ({ setting, before: null, after: null, at: 1, by }));
  return { version, values: { ...NO_COMPANY_SETTINGS, ...values }, history };
}

/** A device that has read these settings from the server, and on which a person has then saved others. */
function device(
  read: Partial<ServerSettings['values']>,
  saved: Parameters<typeof savedSettings>[1],
): KeptSettings {
  return savedSettings(receivedSettings(NONE, server(1, read), null), saved);
}

describe('what a person saves', () => {
  it('shows at once and waits, each setting with what it replaced', () => {
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

  it('waits no longer once it is what the server has', () => {
    const kept = savedSettings(device({ companyName: 'A' }, { companyName: 'B' }), { companyName: 'A' });
    expect(kept.edits).toEqual({});
    expect(settingsState(kept)).toEqual({ waiting: 0, asks: 0 });
  });

  it('keeps the base of the first of two changes', () => {
    const kept = savedSettings(device({ companyName: 'A' }, { companyName: 'B' }), { companyName: 'C' });
    expect(kept.edits).toEqual({ companyName: { base: 'A', value: 'C' } });
  });

  it('waits where no server has shown any settings, and the name of the person never does', () => {
    const kept = savedSettings(NONE, { companyName: 'Lakeside', companyPhone: '', myName: 'Ann' });
    expect(kept.edits).toEqual({ companyName: { base: '', value: 'Lakeside' } });
    expect(settingsToSend(savedSettings(NONE, { myName: 'Ann' }))).toEqual({});
  });
});

it('what stands in the form is kept beside the settings, and neither shows nor waits', () => {
  const draft = { companyName: { base: '', value: 'Lake' } };
  const kept = withSettingsDraft(NONE, draft);
  expect(kept).toEqual({ ...NONE, draft });
  expect([settingsOf(kept), settingsState(kept)]).toEqual([NO_SETTINGS, { waiting: 0, asks: 0 }]);
  expect(withSettingsDraft(kept, null)).toEqual(NONE);
});

describe('[X46] what the server has', () => {
  it('replaces what nobody has changed here', () => {
    const kept = receivedSettings(device({ companyName: 'A' }, {}), server(2, { companyName: 'B' }), null);
    expect(settingsOf(kept).companyName).toBe('B');
    expect(kept.server?.version).toBe(2);
    expect([kept.edits, kept.conflicts]).toEqual([{}, []]);
  });

  it('leaves what was changed here alone waiting, over the new version', () => {
    const mine = device({ companyName: 'A', companyPhone: '1' }, { companyName: 'B' });
    const kept = receivedSettings(mine, server(2, { companyName: ' A', companyPhone: '2' }), null);
    expect(settingsOf(kept)).toMatchObject({ companyName: 'B', companyPhone: '2' });
    expect(kept.edits).toEqual({ companyName: { base: ' A', value: 'B' } });
    expect(kept.conflicts).toEqual([]);
  });

  it('ends a change whose answer was lost: nothing is sent twice', () => {
    const mine = device({ companyName: 'A' }, { companyName: ' B ' });
    const kept = receivedSettings(mine, server(2, { companyName: 'B' }), null);
    expect([kept.edits, kept.conflicts]).toEqual([{}, []]);
  });

  it('confirms what was sent, also where it made another form of it', () => {
    const mine = device({ companyPhone: '1' }, { companyPhone: '5550100' });
    const kept = receivedSettings(mine, server(2, { companyPhone: '555-0100' }), { companyPhone: '5550100' });
    expect(kept.edits).toEqual({});
    expect(settingsOf(kept).companyPhone).toBe('555-0100');
  });

  it('leaves waiting what was changed again while it was being sent', () => {
    const mine = savedSettings(device({ companyName: 'A' }, { companyName: 'B' }), { companyName: 'C' });
    const kept = receivedSettings(mine, server(2, { companyName: 'B' }), { companyName: 'B' });
    expect(kept.edits).toEqual({ companyName: { base: 'B', value: 'C' } });
    expect(kept.conflicts).toEqual([]);
  });

  it.each([
    ['whose answer came', { companyName: 'B' }],
    ['whose answer was lost', null],
  ])('is taken back by another request if it was sent, %s', (_, sent) => {
    const mine = sendingSettings(device({ companyName: 'A' }, { companyName: 'B' }), { companyName: 'B' });
    const back = savedSettings(mine, { companyName: 'A' });
    expect(settingsOf(back).companyName).toBe('A');
    const kept = receivedSettings(back, server(2, { companyName: 'B' }), sent);
    expect(kept).toMatchObject({ edits: { companyName: { base: 'B', value: 'A' } }, conflicts: [] });
    expect(settingsToSend(kept)).toEqual({ companyName: 'A' });
    const never = receivedSettings(back, server(1, { companyName: 'A' }), null);
    expect([never.edits, never.conflicts]).toEqual([{}, []]);
  });

  it('asks nobody about a change that followed one whose answer was lost', () => {
    const changed = device({ companyName: 'A' }, { companyName: 'B', companyPhone: '2' });
    const mine = sendingSettings(changed, { companyName: 'B' });
    const again = savedSettings(mine, { companyName: 'C' });
    const kept = receivedSettings(again, server(2, { companyName: 'B' }), null);
    const edits = { companyName: { base: 'B', value: 'C' }, companyPhone: { base: '', value: '2' } };
    expect(kept).toMatchObject({ edits, conflicts: [] });
  });

  it('asks nobody about a change that was sent after one whose answer was lost', () => {
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

  it('stands where both changed the same setting; mine is offered, with the name of who was faster', () => {
    const mine = device({ companyName: 'A', companyPhone: '1' }, { companyName: 'B', companyPhone: '2' });
    const kept = receivedSettings(mine, server(2, { companyName: 'C', companyPhone: '1' }), null);
    expect(settingsOf(kept)).toMatchObject({ companyName: 'C', companyPhone: '2' });
    const conflict = { setting: 'companyName', checklist: null, mine: 'B', by: 'Bo Diaz' };
    expect(kept.conflicts).toEqual([conflict]);
    expect(settingsState(kept)).toEqual({ waiting: 1, asks: 1 });
  });

  it('names nobody where the server does not tell who it was', () => {
    const theirs = { ...server(2, { companyName: 'C' }), history: [] };
    const kept = receivedSettings(device({}, { companyName: 'B' }), theirs, null);
    expect(kept.conflicts).toMatchObject([{ mine: 'B', by: '' }]);
  });

  it('offers what was entered before there was a place for it on the server', () => {
    const mine = savedSettings(NONE, { companyName: 'Mine', companyPhone: '1' });
    const kept = receivedSettings(mine, server(3, { companyName: 'Theirs' }), null);
    expect(settingsOf(kept)).toMatchObject({ companyName: 'Theirs', companyPhone: '1' });
    expect(kept.conflicts).toMatchObject([{ setting: 'companyName', mine: 'Mine' }]);
    expect(settingsToSend(kept)).toEqual({ companyPhone: '1' });
  });

  it('is asked about once for each setting, with the last of my changes, and not where it became mine', () => {
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

  it('that each side added or changed are both kept', () => {
    const mine = device({ checklists: WATER }, { checklists: `${WATER}\nDry` });
    const kept = receivedSettings(mine, server(2, { checklists: `${WATER}\n\n${MOLD}` }), null);
    expect(settingsOf(kept).checklists).toBe(`${WATER}\nDry\n\n${MOLD}`);
    expect(kept.edits.checklists?.base).toBe(`${WATER}\n\n${MOLD}`);
    expect(kept.conflicts).toEqual([]);
  });

  it('that both changed are asked about one by one, and the others are merged', () => {
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

  it('wait no longer where the merge is what the server has', () => {
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

  it('who wants their own value has it sent', () => {
    const kept = decidedSettings(met, conflict, 'mine');
    expect(kept).toMatchObject({ conflicts: [], edits: { companyName: { base: 'C', value: 'B' } } });
  });

  it('who leaves the other is asked no more', () => {
    const { edits, conflicts } = decidedSettings(met, conflict, 'theirs');
    expect([edits, conflicts]).toEqual([{}, []]);
  });

  it('who saves the setting again has decided', () => {
    const kept = savedSettings(met, { companyName: 'D', companyPhone: '1' });
    expect(kept.conflicts).toEqual([]);
    expect(savedSettings(met, { companyPhone: '1' }).conflicts).toEqual([conflict]);
  });
});

describe('[X48] what the server refuses', () => {
  const mine = device({}, { companyPhone: '5'.repeat(200), companyName: 'B' });
  const sent = settingsToSend(mine);
  const words = { named: { companyPhone: 'Too long.' }, sentence: 'No.' };

  it('waits for a person with its words, and the rest goes on', () => {
    const kept = refusedSettings(mine, sent, words);
    expect(kept.edits.companyPhone).toMatchObject({ refusal: 'Too long.' });
    expect(settingsToSend(kept)).toEqual({ companyName: 'B' });
    expect(settingsState(kept)).toEqual({ waiting: 1, asks: 1 });
    expect(settingsOf(kept).companyPhone).toBe('5'.repeat(200));
  });

  it('is all of it where it names no setting that was sent', () => {
    for (const named of [{}, { companyLogo: 'No picture.' }]) {
      const kept = refusedSettings(mine, sent, { named, sentence: 'No.' });
      expect(Object.values(kept.edits).map(({ refusal }) => refusal)).toEqual(['No.', 'No.']);
      expect(settingsToSend(kept)).toEqual({});
    }
  });

  it('is not what was changed since', () => {
    const kept = refusedSettings(savedSettings(mine, { companyPhone: '555' }), sent, words);
    expect(settingsToSend(kept)).toEqual({ companyPhone: '555', companyName: 'B' });
  });

  it('can be sent again without a question about what was sent before', () => {
    const both = device({ companyName: 'A' }, { companyName: 'B', companyPhone: '5'.repeat(200) });
    const lost = savedSettings(sendingSettings(both, { companyName: 'B' }), { companyName: 'C' });
    const again = retriedSettings(refusedSettings(lost, settingsToSend(both), words));
    expect(settingsToSend(again)).toEqual(settingsToSend(lost));
    const kept = receivedSettings(again, server(2, { companyName: 'B' }), null);
    expect(kept.edits.companyName).toEqual({ base: 'B', value: 'C' });
    expect(kept.conflicts).toEqual([]);
  });

  it('can be corrected, sent again or given up', () => {
    const kept = refusedSettings(mine, sent, words);
    expect(settingsToSend(savedSettings(kept, { companyPhone: '555' })).companyPhone).toBe('555');
    expect(settingsToSend(retriedSettings(kept))).toEqual(sent);
    expect(settingsOf(withoutEdit(kept, 'companyPhone')).companyPhone).toBe('');
  });
});
