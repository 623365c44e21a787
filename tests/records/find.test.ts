import { expect, it, onTestFinished } from 'vitest';
import type { LiveCollection, ShownRecord } from '../../src/db/live-collection.ts';
import type { FindAnswer as Answer, FindQuestion } from '../../src/domain/find/find.ts';
import type { Fields, ResourceName } from '../../src/domain/resource-spec.ts';
import { RESOURCE_NAMES, specOf } from '../../src/domain/resource-specs.ts';
import { Finder } from '../../src/records/find/finder.ts';
import { ScreenClock } from '../support/browser/manual-clock.ts';
import { allCollections, aRecord } from '../support/browser/test-database.ts';

type FindAnswer = Answer<ShownRecord>;
type Collections = Record<ResourceName, LiveCollection>;

class Asked {
  readonly clock = new ScreenClock();
  readonly collections: Collections;
  readonly finder: Finder;
  readonly answers: FindAnswer[] = [];

  constructor(collections: Collections = allCollections()) {
    this.collections = collections;
    this.finder = new Finder({ collections, clock: this.clock });
    const stop = this.finder.start();
    onTestFinished(stop);
    this.finder.subscribe(() => this.answers.push(this.finder.getSnapshot()));
  }

  ask(typed: string, given: Partial<FindQuestion> = {}): void {
    const bonuses = { opened: new Set<string>(), me: '' };
    this.finder.ask({ typed, order: RESOURCE_NAMES, most: 5, bonuses, ...given });
  }

  /** Waits for an answer of which this is true. */
  async until(isSo: (answer: FindAnswer) => boolean): Promise<FindAnswer> {
    for (;;) {
      const answer = this.finder.getSnapshot();
      if (answer.isOver && isSo(answer)) return answer;
      this.clock.advance(100);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }

  async found(typed: string, given: Partial<FindQuestion> = {}): Promise<string[]> {
    this.ask(typed, given);
    return titlesIn(await this.until((answer) => answer.typed === typed));
  }
}

function titlesIn({ kinds }: FindAnswer): string[] {
  return kinds.flatMap(({ resource, hits }) =>
    hits.map(({ row }) => specOf(resource).title(row.view as never)),
  );
}

function readWhole(collection: LiveCollection, rows: readonly Fields[]): void {
  collection.begin();
  collection.addRange(rows.map((server, n) => aRecord({ localId: String(n + 1), server })));
  collection.finish();
}

const ann = { first_name: 'Ann', last_name: 'Lee', phone: '+1-555-777-1234' };
const bo = { first_name: 'Bo', last_name: 'Diaz' };
const job = { title: 'Dry out', work_order_number: 'WO-1', customer: '1', description: '', notes: '' };
const claim = '--- Claim ---\nClaim number: 44-1182';

function aBook(): Asked {
  const asked = new Asked();
  const { customers, projects, estimates, workOrders } = asked.collections;
  readWhole(customers, [ann, bo]);
  readWhole(projects, [{ title: 'Attic', customer: '1', description: claim }]);
  readWhole(estimates, [{ title: 'Roof', customer: '2', estimate_number: 'EST-7' }]);
  readWhole(workOrders, [
    job,
    { ...job, title: 'Clean', customer: '2', notes: '--- Job ---\nFlags: gate 4471' },
  ]);
  return asked;
}

it('finds all kinds at once, by their own texts, their customers, notes and claims', async () => {
  const asked = aBook();
  expect(await asked.found('1234')).toEqual(['Ann Lee', 'Attic', 'Dry out']);
  expect(await asked.found('gate 4471')).toEqual(['Clean']);
  expect(await asked.found('44-1182')).toEqual(['Attic', 'Dry out']);
  expect(await asked.found('roof')).toEqual(['Roof']);
  expect(await asked.found('nobody')).toEqual([]);
  expect(await asked.found('ann', { order: ['workOrders'] })).toEqual(['Dry out']);
});

it('says which line of the notes or of a claim was found', async () => {
  const asked = aBook();
  await asked.found('4471');
  expect(asked.finder.getSnapshot().kinds[0]?.hits[0]).toMatchObject({
    fact: 'Flags: gate 4471',
  });
  await asked.found('1182');
  const [, jobs] = asked.finder.getSnapshot().kinds;
  expect(jobs?.hits[0]).toMatchObject({ fact: 'Claim number: 44-1182' });
  await asked.found('roof');
  expect(asked.finder.getSnapshot().kinds[0]?.hits[0]).toMatchObject({ fact: null });
});

it('names the kinds that are still being read, and finds their records once they are there', async () => {
  const asked = new Asked();
  asked.ask('ann');
  const first = await asked.until(({ typed }) => typed === 'ann');
  expect(first).toMatchObject({ kinds: [], reading: RESOURCE_NAMES });
  readWhole(asked.collections.customers, [ann]);
  const second = await asked.until(({ reading }) => reading.length === 3);
  expect(titlesIn(second)).toEqual(['Ann Lee']);
  for (const name of ['projects', 'estimates', 'workOrders'] as const) readWhole(asked.collections[name], []);
  expect(titlesIn(await asked.until(({ reading }) => reading.length === 0))).toEqual(['Ann Lee']);
});

it('is right after a pull, another tab’s change and a deletion', async () => {
  const asked = aBook();
  const { customers, projects, workOrders } = asked.collections;
  expect(await asked.found('dry')).toEqual(['Dry out']);
  const change = (collection: LiveCollection, localId: string, server: Fields | null): void =>
    collection.apply([[localId, server === null ? undefined : aRecord({ localId, server })]]);
  const finds = (...titles: readonly string[]): Promise<FindAnswer> =>
    asked.until((answer) => titlesIn(answer).join() === titles.join());
  change(workOrders, '1', { ...job, title: 'Dry the cellar' });
  await finds('Dry the cellar');
  change(workOrders, '3', { ...job, title: 'Dry the roof' });
  await finds('Dry the cellar', 'Dry the roof');
  change(workOrders, '1', null);
  await finds('Dry the roof');

  await asked.found('cleo');
  change(customers, '1', { ...ann, first_name: 'Cleo' });
  await finds('Cleo Lee', 'Attic', 'Dry the roof');
  await asked.found('99-0001');
  change(projects, '1', { title: 'Attic', customer: '1', description: claim.replace('44-1182', '99-0001') });
  await finds('Attic', 'Dry the roof');
  change(projects, '1', null);
  await finds();
  await asked.found('diaz');
  readWhole(customers, [bo]);
  await finds('Bo Diaz', 'Dry the roof');
});

it('drops the answer to an older question', async () => {
  const asked = new Asked();
  const many = Array.from({ length: 30_000 }, (_, n) => ({ ...ann, last_name: `Lee ${n}` }));
  for (const name of RESOURCE_NAMES) readWhole(asked.collections[name], name === 'customers' ? many : []);
  asked.ask('ann');
  asked.ask('lee 7');
  await asked.until(({ typed }) => typed === 'lee 7');
  expect(asked.answers.map(({ typed }) => typed)).not.toContain('ann');
});

it('searches nothing for actions, nor before something is typed', async () => {
  const asked = aBook();
  expect(await asked.found('> ann')).toEqual([]);
  expect(await asked.found('')).toEqual([]);
  expect(asked.finder.getSnapshot().reading).toEqual([]);
});

it('keeps what it made of the rows for the next time Find opens, and ends its work when Find closes', async () => {
  const asked = aBook();
  await asked.found('ann');
  const again = new Asked(asked.collections);
  expect(await again.found('gate 4471')).toEqual(['Clean']);
  const stop = again.finder.start();
  again.ask('roof');
  stop();
  const count = again.answers.length;
  readWhole(asked.collections.customers, []);
  again.clock.advance(1000);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(again.answers).toHaveLength(count);
});
