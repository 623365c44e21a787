import { findings } from './support/axe.ts';
import { expect, INSTALLED, SMOKE, test } from './support/fixtures.ts';
import { complaintsOf, Looks } from './support/looks.ts';
import { lost, lostWhenLarge, lostWhenNarrow, smallTargets } from './support/measured.ts';
import { SHORT_ACCESS } from './support/tokens.ts';
import { tourOfDialogs, tourOfScreens, tourOfTrouble } from './support/tours.ts';

// Every screen, dialog and state, looked at for all that can be wrong with one. axe finds nothing, nothing is cut off
// or lies beside the window, a finger meets whatever is pressed, the console is silent and the policy refuses nothing.

const DESKTOP = { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' } as const;
const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: 'light', hasTouch: true } as const;
const ON_A_DESKTOP = [findings, lost];
const ON_A_PHONE = [findings, lost, smallTargets, lostWhenNarrow, lostWhenLarge];

test.use({ contextOptions: { reducedMotion: 'reduce' } });

test.describe('on a desktop in the dark', () => {
  test.use(DESKTOP);

  test('nothing is wrong with any screen', { tag: SMOKE }, async ({ page, server, signIn }) => {
    const complaints = await complaintsOf(page);
    const looks = new Looks(page, [...ON_A_DESKTOP, async () => complaints.splice(0)]);
    await tourOfScreens({ page, server, signIn, look: looks.look });
    looks.expectNothing(30);
  });

  test('nothing is wrong with any dialog', async ({ page, server, signIn }) => {
    const complaints = await complaintsOf(page);
    const looks = new Looks(page, [...ON_A_DESKTOP, async () => complaints.splice(0)]);
    await tourOfDialogs({ page, server, signIn, look: looks.look });
    looks.expectNothing(56);
  });
});

test.describe('on a phone by day', () => {
  test.use(PHONE);

  test('the measures find what is wrong', async ({ page, signIn }) => {
    await page.setContent(
      '<button style="width: 1800px">Too wide</button><h1 style="width: 4em; overflow: hidden">Unbreakable</h1>',
    );
    expect(await lost(page)).toEqual([
      'the page scrolls sideways',
      'outside: BUTTON Too wide',
      'cut: H1 Unbreakable',
    ]);
    await page.setContent('<button style="width: 60px; height: 30px">Low</button>');
    expect(await smallTargets(page)).toEqual(['BUTTON Low: 60 × 30']);

    const complaints = await complaintsOf(page);
    await signIn();
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'window.ranWithin = true';
      document.body.append(script);
      document.body.append(document.createElement('button'));
    });
    await expect.poll(() => complaints).toContain('refused script-src-elem: inline');
    expect(await page.evaluate(() => 'ranWithin' in window)).toBe(false);
    expect(await findings(page)).toContain('button-name: <button></button>');
  });

  test('nothing is wrong with any screen', { tag: INSTALLED }, async ({ page, server, signIn }) => {
    const complaints = await complaintsOf(page);
    const looks = new Looks(page, [...ON_A_PHONE, async () => complaints.splice(0)]);
    await page.goto('/api/docs/');
    await page.getByText('/api/v1/customers/customers/').first().waitFor();
    await tourOfScreens({ page, server, signIn, look: looks.look });
    looks.expectNothing(30);
  });

  test('nothing is wrong with any dialog', async ({ page, server, signIn }) => {
    const looks = new Looks(page, ON_A_PHONE);
    await tourOfDialogs({ page, server, signIn, look: looks.look });
    looks.expectNothing(56);
  });
});

for (const [where, device] of [
  ['on a desktop in the dark', DESKTOP],
  ['on a phone by day', PHONE],
] as const) {
  test.describe(where, () => {
    test.use({ ...device, serverEnv: SHORT_ACCESS });

    test('nothing is wrong where something waits, was refused or is asked', { tag: INSTALLED }, async ({
      page,
      server,
      signIn,
    }) => {
      const looks = new Looks(page, 'hasTouch' in device ? ON_A_PHONE : ON_A_DESKTOP);
      await tourOfTrouble({ page, server, signIn, look: looks.look });
      looks.expectNothing(16);
    });
  });
}
