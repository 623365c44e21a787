import { render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Dialog } from '../../src/ui/feedback/dialog.tsx';
import { Kit } from '../../src/ui/kit/kit.tsx';

function Dialogs({ titles }: { readonly titles: readonly string[] }) {
  return (
    <Kit>
      {titles.map((title) => (
        <Dialog key={title} title={title} size="small" back="none" onClose={() => {}}>
          text
        </Dialog>
      ))}
    </Kit>
  );
}

test('the page behind dialogs does not scroll until the last has closed, and is not styled anew', async () => {
  const { style } = document.body;
  const { rerender } = render(<Dialogs titles={['First', 'Second']} />);
  await screen.findByRole('dialog', { name: 'Second' });
  expect(style.overflow).toBe('hidden');
  // With it come properties that all elements inherit.
  expect(document.body).not.toHaveAttribute('data-scroll-locked');

  rerender(<Dialogs titles={['First']} />);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Second' })).toBeNull());
  expect(style.overflow).toBe('hidden');
  rerender(<Dialogs titles={[]} />);
  await waitFor(() => expect(style.overflow).toBe(''));
  expect(style.marginRight).toBe('');
});
