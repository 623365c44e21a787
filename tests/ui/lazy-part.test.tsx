import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test } from 'vitest';
import { LazyModule } from '../../src/ui/lazy-module.ts';
import { lazyPart } from '../../src/ui/lazy-part.ts';

function aPart(): LazyModule<{ default: () => React.ReactNode }> {
  return new LazyModule(async () => ({ default: () => <p>the part</p> }));
}

function show(part: ReturnType<typeof aPart>): { again: () => void } {
  const Shown = lazyPart(part);
  const tree = (
    <Suspense fallback={<p>loading</p>}>
      <Shown />
    </Suspense>
  );
  const { rerender } = render(tree);
  return { again: () => rerender(tree) };
}

test('a part that was loaded in advance shows at once', async () => {
  const part = aPart();
  await part.load();
  show(part);
  expect(screen.getByText('the part')).toBeVisible();
});

test('a part that was not loaded shows once it is', async () => {
  const { again } = show(aPart());
  expect(screen.getByText('loading')).toBeVisible();
  const shown = await screen.findByText('the part');
  again();
  expect(screen.getByText('the part')).toBe(shown);
});

test('a part is fetched once, and again only after a failure', async () => {
  let fetched = 0;
  const part = new LazyModule(async () => {
    fetched += 1;
    if (fetched === 1) throw new TypeError('Failed to fetch');
    return fetched;
  });
  await expect(part.load()).rejects.toThrow('Failed to fetch');
  expect(part.loaded).toBeNull();
  expect(await part.load()).toBe(2);
  expect(await part.load()).toBe(2);
  expect(part.loaded).toBe(2);
});
