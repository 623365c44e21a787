import { expect, test } from 'vitest';
import { formatBytes } from '../../src/ui/text/format-values.tsx';

test.each([
  [0, '0 kB'],
  [-1, '0 kB'],
  [1500, '2 kB'],
  [999_400, '999 kB'],
  [999_600, '1 MB'],
  [1_250_000, '1.3 MB'],
  [12_000_000, '12 MB'],
  [3_200_000_000, '3.2 GB'],
  [5_000_000_000_000, '5 TB'],
  [5_000_000_000_000_000, '5,000 TB'],
])('%i bytes are %s', (bytes, words) => {
  expect(formatBytes(bytes)).toBe(words);
});
