import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Picture } from '../../../src/features/photos/picture.tsx';

test.each([
  ['image/jpeg', 'image/jpeg'],
  ['image/heic', 'image/heic'],
  ['image/svg+xml', ''],
  ['text/html', ''],
])('a picture of type %s gets an address of type "%s"', (type, made) => {
  const address = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:1');
  render(<Picture bytes={new ArrayBuffer(3)} type={type} alt="Crack" />);
  expect(screen.getByRole('img', { name: 'Crack' })).toHaveAttribute('src', 'blob:1');
  expect(address.mock.calls.map(([blob]) => (blob as Blob).type)).toEqual([made]);
});
