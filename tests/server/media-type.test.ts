import { expect, it } from 'vitest';
import { mediaTypeOf } from '../../server/files/media-type.ts';
import { brands } from '../support/files/picture-bytes.ts';

it.each([
  [['heic', 'mif1'], 'image/heic'],
  [['hevm'], 'image/heic'],
  [['hevs'], 'image/heic'],
  [['mif1', 'miaf', 'heic'], 'image/heic'],
  [['mif2', 'heix'], 'image/heic'],
  [['msf1', 'iso8', 'hevc'], 'image/heic'],
  [['mif1', 'avif', 'miaf'], undefined],
  [['avif', 'mif1', 'heic'], undefined],
  [['mif1'], undefined],
] as const)('a file of the brands %j is %s, as on the device', ([first, ...others], name) => {
  expect(mediaTypeOf(Buffer.from(brands(first, ...others)))?.name).toBe(name);
});

it('brands behind the box of brands do not count', () => {
  const box = Buffer.from(brands('mif1', 'miaf'));
  expect(mediaTypeOf(Buffer.concat([box, Buffer.from('heic')]))).toBeUndefined();
});
