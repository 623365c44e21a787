import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { SyncMark } from '../../src/crud/record-link.tsx';
import { Avatar } from '../../src/ui/avatar.tsx';
import { ErrorAlert } from '../../src/ui/feedback/notice.tsx';
import { ChoiceChip } from '../../src/ui/fields/choice-chip.tsx';
import { Kit } from '../../src/ui/kit/kit.tsx';
import { EmailText } from '../../src/ui/text/email-text.tsx';
import { Fact, Facts } from '../../src/ui/text/facts.tsx';

test.each([
  ['Ann Lee', 'AL'],
  ['Ann van der Lee', 'AL'],
  ['ann', 'A'],
  ['🏠 House', '🏠H'],
  ['  ', '?'],
])('the initials of %j are %s', (name, initials) => {
  const { container } = render(<Avatar name={name} />);
  expect(container).toHaveTextContent(initials);
});

// @spec D1.29 D3.8
test('a status is shown in words; an unknown one is gray', () => {
  render(<ChoiceChip value="haunted" choices={[]} />, { wrapper: Kit });
  expect(screen.getByText('haunted')).toHaveAttribute('data-tone', 'gray');
});

test('marks say what they mean, and a synced record has no mark', () => {
  const { container, rerender } = render(<SyncMark mark="synced" />);
  expect(container).toBeEmptyDOMElement();
  rerender(<SyncMark mark="waiting" />);
  expect(container).toHaveTextContent('Waiting to sync');
  rerender(<SyncMark mark="attention" />);
  expect(container).toHaveTextContent('Needs attention');
});

test.each(['ann@example.com', 'no address', '@odd', 'a@b@c.com'])(
  'the whole e-mail address %j is shown',
  (email) => {
    const { container } = render(<EmailText email={email} />);
    expect(container.textContent).toBe(email);
    const roomy = render(<EmailText email={email} roomy />);
    expect(roomy.container.textContent).toBe(email);
  },
);

test('an alert is in the page before its words, so that screen readers announce them', () => {
  const { rerender } = render(<ErrorAlert lines={[]} />, { wrapper: Kit });
  const alert = screen.getByRole('alert');
  expect(alert).toBeEmptyDOMElement();
  rerender(<ErrorAlert lines={['It broke.', 'Twice.']} />);
  expect(alert).toHaveTextContent('It broke.Twice.');
});

test('blank facts join the others, which stay as they are', () => {
  render(
    <Facts folds>
      <Fact name="Name">Ann Lee</Fact>
      <Fact name="City">{''}</Fact>
    </Facts>,
    { wrapper: Kit },
  );
  const name = screen.getByText('Ann Lee');
  fireEvent.click(screen.getByRole('button', { expanded: false }));
  expect(screen.getByText('City')).toBeVisible();
  expect(screen.getByText('Ann Lee')).toBe(name);
});
