import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useMoreFocus } from '../../src/ui/use-more-focus.ts';

function Items({ count }: { readonly count: number }) {
  const { list, expectMore } = useMoreFocus<HTMLUListElement>('li');
  return (
    <main tabIndex={-1}>
      <ul ref={list}>
        {Array.from({ length: count }, (_, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: items are only added
          <li key={n}>
            <button type="button">Job {n}</button>
          </li>
        ))}
      </ul>
      <button type="button" onClick={() => expectMore(count)}>
        Show more
      </button>
      <input aria-label="Search" />
    </main>
  );
}

test('the first new item gets the focus that the removed button left to the page', () => {
  const { rerender } = render(<Items count={2} />);
  screen.getByRole('button', { name: 'Show more' }).click();
  screen.getByRole('main').focus();
  rerender(<Items count={2} />);
  expect(screen.getByRole('main')).toHaveFocus();
  rerender(<Items count={3} />);
  expect(screen.getByRole('button', { name: 'Job 2' })).toHaveFocus();
});

test('a field that the user has gone to keeps the focus', () => {
  const { rerender } = render(<Items count={2} />);
  screen.getByRole('button', { name: 'Show more' }).click();
  screen.getByLabelText('Search').focus();
  rerender(<Items count={3} />);
  expect(screen.getByLabelText('Search')).toHaveFocus();
});
