import { fireEvent, render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Bars } from '../../src/ui/charts/bars.tsx';

const part = (name: string, size: number) => ({ key: name, name, fill: 'green', size, words: `$${size}` });
const BARS = [
  { name: 'Water', words: 'Water', parts: [part('Pending', 30), part('Completed', 10)] },
  { name: 'Fire', words: 'Fire', parts: [part('Pending', 0), part('Completed', 20)] },
  { name: 'Refund', words: 'Refund', parts: [part('Pending', -5), part('Completed', 0)] },
];

function widths(name: string): (string | null)[] {
  const parts = screen.getByText(name).nextElementSibling?.children ?? [];
  return [...parts].map((one) => one.getAttribute('width'));
}

test('bars are as long as what they stand for on the scale below them', () => {
  render(<Bars bars={BARS} whole={false} tickText={(tick) => `$${tick}`} />);
  expect(['$0', '$10', '$20', '$30', '$40'].map((tick) => screen.getAllByText(tick).length)).not.toContain(0);
  expect(widths('Water')).toEqual(['75%', '25%']);
  expect(widths('Fire')).toEqual(['0%', '50%']);
  expect(widths('Refund')).toEqual(['0%', '0%']);
});

test('the one that is pointed at tells its figures, until the pointer leaves', () => {
  render(<Bars bars={BARS} whole={false} tickText={String} />);
  fireEvent.mouseMove(screen.getByText('Water'));
  const facts = screen.getAllByText('Water')[1]?.parentElement as HTMLElement;
  expect(within(facts).getByText('Pending').nextElementSibling).toHaveTextContent('$30');
  expect(within(facts).getByText('Completed').nextElementSibling).toHaveTextContent('$10');
  fireEvent.mouseMove(screen.getByText('Fire'));
  expect(screen.getAllByText('Water')).toHaveLength(1);
  fireEvent.mouseLeave(facts.parentElement as HTMLElement);
  expect(screen.getAllByText('Fire')).toHaveLength(1);
});

test('the keyboard reaches each bar, which then tells its figures', () => {
  render(<Bars bars={BARS} whole={false} tickText={String} />);
  const bar = screen.getByRole('img', { name: 'Fire' });
  fireEvent.focus(bar);
  expect(screen.getAllByText('Fire')).toHaveLength(2);
  // At the right edge, where the box fits beside the narrowest bar.
  const facts = screen.getAllByText('Fire')[1]?.parentElement as HTMLElement;
  expect([facts.dataset['left'], facts.style.getPropertyValue('--x')]).toEqual(['true', '100%']);
  fireEvent.blur(bar);
  expect(screen.getAllByText('Fire')).toHaveLength(1);
});
