import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import LandingScreen from '../../src/features/landing/landing-screen.tsx';

const SIGN_IN = '/login?next=%2Fcustomers%2F17';

function open({ asked = false } = {}) {
  window.history.replaceState(null, '', '/?next=%2Fcustomers%2F17');
  render(<LandingScreen signIn={SIGN_IN} asked={asked} />);
  return userEvent.setup();
}

function region(name: string): HTMLElement {
  return screen.getByRole('region', { name });
}

describe('the landing page', () => {
  // @spec 1.5 D1.45
  test('says what the app is, and how many work with it', () => {
    open();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/restoration CRM/);
    expect(screen.getByText('500+ companies')).toBeVisible();
    expect(document.title).toContain('Restoration CRM');
  });

  // @spec 1.4
  test.each([
    'Project management',
    'Work order management',
    'Estimates and invoicing',
    'Customer management',
    'Scheduling and calendar',
    'Financial tracking',
  ])('names the area %s', (name) => {
    open();
    const features = region('The whole job, in one place.');
    expect(within(features).getByRole('heading', { level: 3, name })).toBeVisible();
  });

  // @spec 1.7 1.8 1.9 1.10 2.2 9.5 D1.45
  test.each([
    ['Starter', '$29/month', 'Up to 5 team members'],
    ['Professional', '$79/month', 'Up to 20 team members'],
    ['Enterprise', '$199/month', 'Unlimited team members'],
  ])('offers the plan %s for %s', (name, price, team) => {
    open();
    const choose = screen.getByRole('link', { name: `Choose ${name}` });
    const plan = choose.closest('li');
    expect(plan).toHaveTextContent(price);
    expect(plan).toHaveTextContent(team);
    expect(choose).toHaveAttribute('href', SIGN_IN);
  });

  // @spec 1.9
  test('marks one plan as the most popular', () => {
    open();
    expect(screen.getAllByText('Most Popular')).toHaveLength(1);
    expect(screen.getByRole('heading', { name: 'Professional Most Popular' })).toBeVisible();
  });

  // @spec 1.6 D1.45
  test('lets three people who use it speak, with their names', () => {
    open();
    const voices = within(region('From crews that work below street level.')).getAllByRole('figure');
    expect(voices).toHaveLength(3);
    for (const voice of voices) expect(voice.querySelector('figcaption')).not.toBeEmptyDOMElement();
  });

  // @spec 2.2
  test.each(['Sign In', 'Get Started', 'Start Free Trial'])('%s leads to the login screen', (name) => {
    open();
    const links = screen.getAllByRole('link', { name });
    for (const link of links) expect(link).toHaveAttribute('href', SIGN_IN);
  });

  // @spec 2.3 D1.33
  test.each(['Watch Demo', 'Contact Sales'])('%s is a button, and nothing happens', async (name) => {
    const user = open();
    const before = { html: document.body.innerHTML, address: window.location.href };
    await user.click(screen.getByRole('button', { name }));
    expect({ html: document.body.innerHTML, address: window.location.href }).toEqual(before);
  });

  // @spec 1.11 1.12 D1.33 D1.45
  test.each(['Product', 'Support', 'Company', 'Legal'])(
    'the links under %s leave the address as it is',
    async (group) => {
      const user = open();
      const before = window.location.href;
      const links = within(screen.getByRole('navigation', { name: group })).getAllByRole('link');
      expect(links.length).toBeGreaterThan(0);
      for (const link of links) await user.click(link);
      expect(window.location.href).toBe(before);
    },
  );

  test('says why somebody is here who asked for another page', () => {
    open({ asked: true });
    expect(screen.getByText(/to open the page you asked for/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', SIGN_IN);
  });

  test('says nothing of it to everybody else', () => {
    open();
    expect(screen.queryByText(/you asked for/)).toBeNull();
  });

  test('tells in words what its picture shows', () => {
    open();
    expect(screen.getByRole('img', { name: /no signal.*waiting.*once/ })).toBeVisible();
    for (const picture of screen.getAllByRole('img')) expect(picture).toHaveAccessibleName();
  });

  test('keeps the place of every picture while it loads', () => {
    open();
    for (const picture of document.querySelectorAll('img')) {
      expect(picture).toHaveAttribute('width');
      expect(picture).toHaveAttribute('height');
    }
  });
});
