/** Measurements that a page makes of itself. Times are in ms since its navigation. */
export interface Probe {
  /**
   * Tasks over 50 ms. Chromium counts tasks in which a script of the page or a layout runs. It does not count code run
   * by `page.evaluate`, so a loop there is never reported: start it from a timer.
   */
  readonly longTasks: { readonly start: number; readonly ms: number }[];
  /** The time at which each change left the outbox for good. */
  readonly sent: number[];
  /** The time at which something first happened since `clear`. */
  readonly marks: Record<string, number>;
  clear(): void;
}

interface AskableProbe extends Probe {
  /**
   * The time from each key press or tap since `clear` to the next paint, in ms. Browsers count interactions that take
   * less than a frame, but do not time them. These are reported as 16. Scrolling does not count.
   */
  interactions(): readonly number[];
}

declare global {
  var benchProbe: AskableProbe;
}

/**
 * Runs in the page before the app. Marks: `signedIn`, `list` (first request for a list), `accounts` (the list of
 * accounts is opened), `asked` and `opened` (the account's database), `rowsRead` (first rows from the disk), `row`
 * (the first row of a list, or the first job of Today, is painted), `online`, and `stored:customers` and so on (the
 * whole collection is committed).
 */
export function installProbe(): void {
  const longTasks: Probe['longTasks'] = [];
  let marks: Record<string, number> = {};
  const sent: number[] = [];
  const frameMs = 16;
  const interactions = new Map<number, number>();
  let interactionsBefore = 0;
  const mark = (name: string): void => {
    marks[name] ??= performance.now();
  };
  const noteTasks = (entries: PerformanceEntryList): void => {
    for (const { startTime, duration } of entries) longTasks.push({ start: startTime, ms: duration });
  };
  const tasks = new PerformanceObserver((list) => noteTasks(list.getEntries()));
  tasks.observe({ type: 'longtask', buffered: true });
  globalThis.benchProbe = {
    // The browser delivers entries late, so take those that are waiting.
    get longTasks() {
      noteTasks(tasks.takeRecords());
      return longTasks;
    },
    sent,
    get marks() {
      return marks;
    },
    clear: () => {
      tasks.takeRecords();
      longTasks.length = 0;
      sent.length = 0;
      marks = {};
      interactions.clear();
      interactionsBefore = performance.interactionCount;
    },
    interactions: () => {
      const untold = performance.interactionCount - interactionsBefore - interactions.size;
      return [...interactions.values(), ...Array<number>(Math.max(0, untold)).fill(frameMs)];
    },
  };
  const events: PerformanceObserverInit & { durationThreshold: number } = {
    type: 'event',
    durationThreshold: frameMs,
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { duration } = entry;
      // A press consists of several events. The person waited for the slowest.
      const id = entry instanceof PerformanceEventTiming ? entry.interactionId : 0;
      if (id > 0) interactions.set(id, Math.max(interactions.get(id) ?? 0, duration));
    }
  }).observe(events);
  addEventListener('online', () => mark('online'));

  watch(Storage.prototype, 'setItem', (_, [key]) => {
    if (key === 'account') mark('signedIn');
  });
  watch(globalThis, 'fetch', (_, [input]) => {
    const url = input instanceof Request ? input.url : String(input);
    if (url.includes('/customers/customers/?')) mark('list');
  });
  watch(IDBFactory.prototype, 'open', (_, [name], answer) => {
    if (name === 'restoration-crm-accounts') mark('accounts');
    if (!String(name).startsWith('restoration-crm-account-') || !(answer instanceof IDBRequest)) return;
    mark('asked');
    answer.addEventListener('success', () => mark('opened'));
  });
  for (const way of ['getAll', 'openCursor'] as const) {
    watch(IDBIndex.prototype, way, ({ objectStore }, _, answer) => {
      if (objectStore.name !== 'customers' || !(answer instanceof IDBRequest)) return;
      // A cursor fires 'success' for each row. The last one counts.
      answer.addEventListener('success', () => {
        if (marks['row'] === undefined) marks['rowsRead'] = performance.now();
      });
    });
  }
  watch(IDBObjectStore.prototype, 'put', ({ name, transaction }, [value]) => {
    if (name !== 'meta' || typeof value !== 'object' || !value) return;
    if (!('complete' in value && value.complete === true && 'key' in value)) return;
    const stored = String(value.key).replace('collection', 'stored');
    transaction.addEventListener('complete', () => mark(stored));
  });
  watch(IDBObjectStore.prototype, 'delete', ({ name, transaction }) => {
    if (name === 'outbox') transaction.addEventListener('complete', () => sent.push(performance.now()));
  });

  const first = '[aria-rowindex="2"], [aria-posinset="1"], [data-first-row], main li > article';
  const looks = new MutationObserver(() => {
    if (marks['row'] !== undefined || !document.querySelector(first)) return;
    // A frame is painted after its callbacks, and a message arrives after the paint.
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => mark('row');
      port2.postMessage(null);
    });
  });
  looks.observe(document, { subtree: true, childList: true });

  /** Calls `look` after each call of a method, with the arguments and the result. */
  function watch<T extends object>(
    owner: T,
    name: keyof T & string,
    look: (self: T, given: readonly unknown[], answer: unknown) => void,
  ): void {
    const method: unknown = Reflect.get(owner, name);
    if (typeof method !== 'function') throw new Error(`There is no ${name}`);
    Reflect.set(owner, name, function (this: T, ...given: unknown[]): unknown {
      const answer: unknown = Reflect.apply(method, this, given);
      look(this, given, answer);
      return answer;
    });
  }
}
