import { expect, it, test } from 'vitest';
import { socialTags } from '../scripts/social-tags.mjs';

test('a preview of a link names its picture by a whole address', () => {
  const tags = socialTags('https://crm.example.com/').map(({ attrs }) => attrs);
  expect(tags).toContainEqual({ property: 'og:url', content: 'https://crm.example.com/' });
  expect(tags).toContainEqual({
    property: 'og:image',
    content: 'https://crm.example.com/screenshots/social.jpg',
  });
});

test('without an address of its own a link has no picture', () => {
  expect(socialTags('')).toEqual([]);
});

it.each(['crm.example.com', 'https://example.com/crm', 'ftp://example.com', '/'])(
  '%j is refused',
  (origin) => {
    expect(() => socialTags(origin)).toThrow(/^VITE_PUBLIC_ORIGIN is '.*': give the app's own address/);
  },
);
