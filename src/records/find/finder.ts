import type { ShownRecord } from '../../db/live-collection.ts';
import { type FindAnswer, type FindQuestion, findAnswer } from '../../domain/find/find.ts';
import { FindIndex } from '../../domain/find/find-index.ts';
import { createStore, delay } from '../../domain/ports.ts';
import { RESOURCE_NAMES } from '../../domain/resource-specs.ts';
import type { RecordServices } from '../record-services.ts';
import { drawBetweenFrames } from '../use-in-steps.ts';

type Services = Pick<RecordServices, 'collections' | 'clock'>;

const NO_ANSWER: FindAnswer<ShownRecord> = {
  typed: '',
  order: [],
  kinds: [],
  reading: RESOURCE_NAMES,
  isOver: false,
};
/** In ms. Hits that come earlier are shown together, so that the list does not jump. */
const TOGETHER_MS = 30;
/** In ms, before rows that changed are searched again. A long sync changes them all the time. */
const CHANGED_MS = 300;

const indexes = new WeakMap<Services['collections'], FindIndex<ShownRecord>>();

/** Searches between frames, kind by kind. A newer question ends the work on an older one. */
export class Finder {
  readonly #services: Services;
  readonly #index: FindIndex<ShownRecord>;
  readonly #store = createStore(NO_ANSWER);
  readonly subscribe = this.#store.subscribe;
  readonly getSnapshot = this.#store.getSnapshot;
  #question: FindQuestion | null = null;
  #steps: Generator<void, void> | null = null;
  #isChanged = false;
  #stopped = new AbortController();

  constructor(services: Services) {
    this.#services = services;
    this.#index = indexes.get(services.collections) ?? indexOf(services);
    indexes.set(services.collections, this.#index);
  }

  /** Returns a function that stops it. */
  start(): () => void {
    const stopped = new AbortController();
    this.#stopped = stopped;
    const stops = Object.values(this.#services.collections).map((collection) =>
      collection.subscribe(() => this.#change()),
    );
    return () => {
      stopped.abort();
      this.#steps?.return();
      for (const stop of stops) stop();
    };
  }

  ask(question: FindQuestion): void {
    this.#question = question;
    void this.#run(question);
  }

  #change(): void {
    if (this.#isChanged) return;
    this.#isChanged = true;
    const { signal } = this.#stopped;
    void delay(this.#services.clock, CHANGED_MS, signal).then(async () => {
      // Work under way ends first. Otherwise a long sync would never show a result.
      while (this.#steps && !signal.aborted) await delay(this.#services.clock, CHANGED_MS, signal);
      this.#isChanged = false;
      if (this.#question && !signal.aborted) await this.#run(this.#question);
    });
  }

  async #run(question: FindQuestion): Promise<void> {
    this.#steps?.return();
    const began = performance.now();
    const steps = findAnswer(this.#index, question, {
      tell: this.#store.set,
      isLate: () => performance.now() - began > TOGETHER_MS,
    });
    this.#steps = steps;
    await drawBetweenFrames(steps, this.#services.clock);
    if (this.#steps === steps) this.#steps = null;
  }
}

function indexOf({ collections }: Services): FindIndex<ShownRecord> {
  return new FindIndex<ShownRecord>({
    rows: (resource) => collections[resource].getSnapshot().records,
    isRead: (resource) => collections[resource].getSnapshot().complete,
    texts: function* textsOf(resource) {
      const collection = collections[resource];
      if (!collection.getSnapshot().complete) return null;
      yield* collection.prepareSearch();
      const { records, texts } = collection.getSnapshot();
      return { rows: records, texts };
    },
  });
}
