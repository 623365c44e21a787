import { render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ContactLinks } from '../../src/ui/text/contact-links.tsx';

const hrefs = () => screen.queryAllByRole('link').map((link) => link.getAttribute('href'));

test.each([
  ['555-555-0101', ['tel:+15555550101', 'sms:+15555550101']],
  ['555-555-0101 ext. 4471', ['tel:+15555550101,4471', 'sms:+15555550101']],
  ['555-555-0101 / 555-555-0102', ['tel:+15555550101', 'sms:+15555550101']],
  ['1-800-FLOWERS', ['tel:+18003569377', 'sms:+18003569377']],
])('%j is called and texted at its first number', async (phone, links) => {
  render(<ContactLinks phone={phone} email="" address="" />);
  await waitFor(() => expect(hrefs()).toEqual(links));
});

test.each(['', 'ask the office', '911', '55555501015555550102'])('%j has no link', async (phone) => {
  render(<ContactLinks phone={phone} email="a@b.co" address="" />);
  await import('../../src/ui/text/dialed-number.ts');
  await waitFor(() => expect(hrefs()).toEqual(['mailto:a@b.co']));
});

test('a plain number has its link at once, and follows a change', async () => {
  const { rerender } = render(<ContactLinks phone="555-555-0101" email="" address="" />);
  expect(hrefs()[0]).toBe('tel:+15555550101');
  rerender(<ContactLinks phone="555-555-0102 x3" email="" address="" />);
  await waitFor(() => expect(hrefs()[0]).toBe('tel:+15555550102,3'));
  rerender(<ContactLinks phone="" email="" address="" />);
  expect(hrefs()).toEqual([]);
});
