import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { MenuButton } from '../../src/ui/feedback/menu-button.tsx';
import { Kit } from '../../src/ui/kit/kit.tsx';

const NAMES = ['First', 'Second', 'Third'] as const;

function Screen() {
  const [chosen, setChosen] = useState('');
  return (
    <>
      <button type="button">Before</button>
      <MenuButton
        label="Things"
        position="bottom-start"
        entries={NAMES.map((name) => ({ key: name, label: name, onChoose: () => setChosen(name) }))}
      >
        {(opener) => (
          <button type="button" {...opener}>
            Open
          </button>
        )}
      </MenuButton>
      <button type="button">After</button>
      <p>Chosen: {chosen}</p>
    </>
  );
}

const entry = (name: string) => screen.getByRole('menuitem', { name });

async function opened() {
  render(<Screen />, { wrapper: Kit });
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByRole('menu', { name: 'Things' });
  return user;
}

test('a menu that loads while the person goes on elsewhere does not open', async () => {
  render(<Screen />, { wrapper: Kit });
  const elsewhere = screen.getByRole('button', { name: 'After' });
  act(() => {
    screen.getByRole('button', { name: 'Open' }).click();
    elsewhere.focus();
  });
  await waitFor(() => expect(screen.getByRole('button', { name: 'Open', expanded: false })).toBeVisible());
  expect(screen.queryByRole('menu')).toBeNull();
  expect(elsewhere).toHaveFocus();
});

test('the arrow keys, Home and End move through a menu', async () => {
  const user = await opened();
  expect(entry('First')).toHaveFocus();
  for (const [key, name] of [
    ['ArrowDown', 'Second'],
    ['ArrowDown', 'Third'],
    ['ArrowDown', 'First'],
    ['ArrowUp', 'Third'],
    ['Home', 'First'],
    ['End', 'Third'],
  ] as const) {
    await user.keyboard(`{${key}}`);
    expect(entry(name)).toHaveFocus();
  }
  await user.keyboard('{Enter}');
  expect(screen.getByText('Chosen: Third')).toBeVisible();
});

test('Escape closes a menu and returns the focus', async () => {
  const user = await opened();
  await user.keyboard('{ArrowDown}{Escape}');
  expect(screen.queryByRole('menu')).toBeNull();
  expect(screen.getByRole('button', { name: 'Open' })).toHaveFocus();
});

test.each([
  ['Tab', 'After'],
  ['Shift>}{Tab}{/Shift', 'Before'],
])('%s continues from the button, and the menu closes', async (key, next) => {
  const user = await opened();
  await user.keyboard(`{${key}}`);
  expect(screen.getByRole('button', { name: next })).toHaveFocus();
  expect(screen.queryByRole('menu')).toBeNull();
});

test('a press elsewhere closes a menu, and a press on its button closes it only once', async () => {
  const user = await opened();
  await user.click(screen.getByText('Chosen:'));
  expect(screen.queryByRole('menu')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Open' }));
  await user.click(screen.getByRole('button', { name: 'Open' }));
  expect(screen.queryByRole('menu')).toBeNull();
});
