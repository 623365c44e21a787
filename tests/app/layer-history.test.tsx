import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FakeTab, page } from '../support/browser/fake-history.ts';

type Act = (tab: FakeTab) => void | Promise<void>;

const open: Act = (tab) => tab.layer();
const stay: Act = (tab) => tab.layer(() => false);
/** A form with something typed: asks, and the question has no entry of its own. */
const asking: Act = (tab) =>
  tab.layer(() => {
    tab.layer(() => true, 'none');
    return false;
  });
const menu: Act = (tab) => tab.layer(() => true, 'menu');
const close: Act = (tab) => tab.close();
const back: Act = (tab) => tab.go(-1);
const forward: Act = (tab) => tab.go(1);
const backTwice: Act = (tab) => {
  tab.press(-1);
  tab.press(-1);
};
const farBack: Act = (tab) => tab.go(-2);
const overtake: Act = async (tab) => {
  await tab.rest();
  tab.press(-1);
  await tab.step();
  tab.overtake(-1);
};
const link: Act = (tab) => tab.history.push('/c');
const address: Act = (tab) => tab.history.replace('/b?status=open');
const anchor: Act = async (tab) => {
  await tab.rest();
  tab.anchor();
};
const rest: Act = (tab) => tab.rest();

/** The steps, the layers left open, the entries of the tab. */
const STORIES: readonly (readonly [name: string, steps: readonly Act[], open: number, trail: string])[] = [
  ['two layers have two entries', [open, open], 2, '/a /b /b+ [/b++]'],
  ['Back closes one', [open, open, back], 1, '/a /b [/b+] /b++'],
  [
    'Back closes a nested form, then the form, then leaves',
    [open, open, back, back, back],
    0,
    '[/a] /b /b+ /b++',
  ],
  ['an unsaved question opens without leaving', [asking, back], 2, '/a /b [/b+]'],
  ['Back twice closes the question and keeps the form', [asking, back, back], 1, '/a /b [/b+]'],
  ['the question comes again', [asking, back, back, back], 2, '/a /b [/b+]'],
  ['a dialog that saves stays', [stay, back, back], 1, '/a /b [/b+]'],
  ['two presses at once do not leave a form', [stay, rest, backTwice], 1, '/a /b [/b+]'],
  ['two entries at once do not leave a form', [stay, farBack], 1, '/a /b [/b+]'],
  ['two entries at once close a dialog', [open, farBack], 0, '/a [/b] /b+'],
  ['a press before the step forward closes the next', [open, stay, overtake], 2, '/a /b /b+ [/b++]'],
  ['a button goes back', [open, rest, close], 0, '/a [/b] /b+'],
  ['a button, and one Back leaves', [open, rest, close, back], 0, '[/a] /b /b+'],
  ['one dialog in the place of another', [open, rest, close, open], 1, '/a /b [/b+]'],
  ['a dialog soon after another uses its entry', [open, rest, close, rest, open], 1, '/a /b [/b+]'],
  ['a menu has no entry, and goes with its page', [menu, back], 0, '[/a] /b'],
  ['a menu in a dialog is closed alone', [open, menu, back], 1, '/a /b [/b+]'],
  ['Forward opens nothing', [open, back, forward], 0, '/a [/b] /b+'],
  ['Forward over pages opens nothing', [open, back, back, (tab) => tab.go(2)], 0, '/a [/b] /b+'],
  ['a link goes back over all levels first', [open, open, rest, link, close, close], 0, '/a /b [/c]'],
  ['a link while the way back is under way', [open, rest, close, link], 0, '/a /b [/c]'],
  ['a layer that stays over another page', [stay, rest, link], 1, '/a /b /c [/c+]'],
  ['a filter chosen in a drawer', [open, rest, address, close], 0, '/a [/b?status=open] /b?status=open+'],
  ['a filter, and Back', [open, rest, address, back], 0, '/a [/b?status=open] /b?status=open+'],
  ['a filter, and a link', [open, rest, address, link, close], 0, '/a /b?status=open [/c]'],
  [
    'a filter while the way back is under way',
    [open, rest, close, address],
    0,
    '/a [/b?status=open] /b?status=open+',
  ],
  ['a link over an entry of the browser’s own', [anchor, open, rest, link, close], 0, '/a /b /b [/c]'],
  ['Back over an entry of the browser’s own', [anchor, open, back, back], 0, '/a [/b] /b /b+'],
  ['an address that is old ahead', [open, back, address, forward], 0, '/a [/b?status=open] /b+'],
];

test.each(STORIES)('%s', async (_, steps, left, trail) => {
  const tab = new FakeTab();
  for (const act of steps) await act(tab);
  await tab.rest();
  expect([tab.open.length, tab.trail]).toEqual([left, trail]);
  expect(tab.shown).toBe(tab.url);
  expect(tab.scrollRestoration).toBe(left > 0 ? 'manual' : 'auto');
});

test('a page loaded anew over a dialog steps back over its entry, with the address as it was', async () => {
  const before = new FakeTab();
  before.layer();
  await before.rest();
  before.history.replace('/b?status=open');
  const tab = before.reloaded();
  expect(tab.shown).toBe('/b?status=open');
  await tab.rest();
  expect(tab.trail).toBe('/a [/b?status=open] /b?status=open+');
  await tab.go(-1);
  expect(tab.shown).toBe('/a');
});

test('what is open before anything was touched gets its entry at the first touch: browsers pass over others', async () => {
  const tab = new FakeTab();
  tab.userActivation.hasBeenActive = false;
  tab.layer();
  await tab.rest();
  expect(tab.trail).toBe('/a [/b]');
  tab.touch();
  await tab.rest();
  expect(tab.trail).toBe('/a /b [/b+]');
});

const act = fc.record({
  kind: fc.constantFrom('open', 'stay', 'close', 'back', 'forward', 'link', 'address'),
  rests: fc.boolean(),
});

function perform(tab: FakeTab, kind: string, url: string): void {
  if (kind === 'open') tab.layer();
  else if (kind === 'stay') tab.layer(() => false);
  else if (kind === 'close') tab.close();
  else if (kind === 'link') tab.history.push(url);
  else if (kind === 'address') tab.history.replace(url);
  else tab.press(kind === 'back' ? -1 : 1);
}

test('one thing after the other, the pages are those of a history without levels', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 30 }), async (acts) => {
      const tab = new FakeTab();
      let urls = ['/a', '/b'];
      let at = 1;
      for (const [index, { kind }] of acts.entries()) {
        const url = `/${index}`;
        const covered = tab.open.length > 0;
        perform(tab, kind, url);
        await tab.rest();
        // An entry that was ahead is used again, and leaves the pages ahead as they are.
        if (kind === 'open' || kind === 'stay')
          urls = tab.trail.endsWith('+]') ? urls.slice(0, at + 1) : urls;
        if (kind === 'address') urls[at] = url;
        if (kind === 'link') {
          urls = [...urls.slice(0, at + 1), url];
          at += 1;
        }
        const to = at + (kind === 'back' ? -1 : 1);
        if ((kind === 'back' || kind === 'forward') && !covered && urls[to] !== undefined) at = to;
        expect([tab.shown, tab.url]).toEqual([urls[at], urls[at]]);
      }
      tab.leave();
    }),
    { seed: 7, numRuns: 1000 },
  );
});

test('several things at once, what is open ends over the page that is shown, at its level', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 30 }), async (acts) => {
      const tab = new FakeTab([page('/0', 0), page('/a', 1), page('/b', 2)]);
      for (const [index, { kind, rests }] of acts.entries()) {
        perform(tab, kind, `/${index}`);
        if (rests) await tab.rest();
      }
      await tab.rest();
      expect(tab.url).toBe(tab.shown);
      expect(tab.trail).toContain(`${'+'.repeat(tab.open.length)}]`);
      tab.leave();
    }),
    { seed: 11, numRuns: 1000 },
  );
});
