import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useRef, useState } from 'react';
import { expect, test } from 'vitest';
import { Menu } from '../../src/ui/feedback/menu.tsx';

const NAMES = ['First', 'Second', 'Third'] as const;

function Screen() {
  const opener = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const [chosen, setChosen] = useState('');
  return (
    <>
      <button type="button">Before</button>
      <button type="button" ref={opener} onClick={() => setOpen(!open)}>
        Open
      </button>
      {open && (
        <Menu label="Things" opener={opener} onClose={() => setOpen(false)}>
          {NAMES.map((name) => (
            <button key={name} type="button" role="menuitem" tabIndex={-1} onClick={() => setChosen(name)}>
              {name}
            </button>
          ))}
        </Menu>
      )}
      <button type="button">After</button>
      <p>Chosen: {chosen}</p>
    </>
  );
}

const entry = (name: string) => screen.getByRole('menuitem', { name });

async function opened() {
  render(<Screen />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Open' }));
  return user;
}

test('the arrow keys, Home and End move through a menu', async () => {
  const user = await opened();
  expect(screen.getByRole('menu', { name: 'Things' })).toBeVisible();
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
