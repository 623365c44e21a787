import { describe, expect, test } from 'vitest';
import { addDrying, draftEntry, jobNotes, readDrying } from '../../../src/domain/drying/drying-entries.ts';
import type { DryingFact } from '../../../src/domain/drying/drying-facts.ts';
import { foldDrying } from '../../../src/domain/drying/fold-drying.ts';
import { at } from '../../support/drying/job.ts';
import { DENVER } from '../../support/records/texts.ts';

describe('the log of a job', () => {
  const notes = (project: string, text: string) => `--- Job ---\nProject: ${project}\n--- Log ---\n${text}`;
  const own = { customer: '1', notes: notes('Burst pipe', 'a') };
  const same = { customer: '1', notes: notes('burst  pipe', 'b') };
  const others = [
    { customer: '1', notes: notes('Other', 'c') },
    { customer: '2', notes: notes('Burst pipe', 'd') },
    { customer: '1', notes: 'e' },
  ];

  test('is all work orders that name its project', () => {
    expect(jobNotes(own, [same, ...others])).toEqual([own.notes, same.notes]);
  });

  test('without a project is the work order alone', () => {
    expect(jobNotes({ customer: '1', notes: 'e' }, [own, same, ...others])).toEqual(['e']);
  });

  test('has the entries of all its work orders once, in whatever order they come', () => {
    const fact: DryingFact = { word: 'note', text: 'Dog' };
    const [one, other] = ['Ann Lee', 'Bo Diaz'].map((who) =>
      addDrying('', at('2026-11-24 09:05', who), [fact]),
    );
    const read = (...texts: readonly (string | undefined)[]) => readDrying(texts.map(String), DENVER);
    expect(read(one, other, one)).toHaveLength(2);
    expect(read(other, one)).toEqual(read(one, other));
    expect(foldDrying([...read(one), draftEntry(at('2026-11-25 09:00'), [fact])]).notes).toHaveLength(2);
  });
});
