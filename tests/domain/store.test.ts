import { expect, it } from 'vitest';
import { createStore } from '../../src/domain/ports.ts';

it('a store tells its listeners of each value, in the order in which they subscribed, until they stop', () => {
  const store = createStore('a');
  const heard: string[] = [];
  const stops = ['one', 'two'].map((name) =>
    store.subscribe(() => heard.push(`${name} ${store.getSnapshot()}`)),
  );
  store.set('b');
  store.set('b');
  stops[0]?.();
  store.set('c');
  expect(heard).toEqual(['one b', 'two b', 'one b', 'two b', 'two c']);
  expect(store.isWatched()).toBe(true);
  stops[1]?.();
  expect(store.isWatched()).toBe(false);
});
