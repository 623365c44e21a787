import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entry, FakeHistory } from '../support/browser/fake-history.ts';

describe('Back', () => {
  test('closes the topmost of several, one at a time, and then leaves the page', async () => {
    const tab = new FakeHistory();
    tab.openLayer();
    tab.openLayer();
    expect(tab.trail).toBe('/a /b [/b+]');
    await tab.pressAndRest(-1);
    expect(tab.open).toHaveLength(1);
    expect(tab.trail).toBe('/a /b [/b+]');
    await tab.pressAndRest(-1);
    expect(tab.open).toHaveLength(0);
    expect(tab.trail).toBe('/a [/b] /b+');
    await tab.pressAndRest(-1);
    expect(tab.shown).toBe('/a');
  });

  test('leaves a form that asks first where it is, as often as it is pressed', async () => {
    const tab = new FakeHistory();
    tab.openLayer(() => {
      tab.openLayer();
      return false;
    });
    for (const layers of [2, 1, 2, 1]) {
      await tab.pressAndRest(-1);
      expect(tab.open).toHaveLength(layers);
      expect(tab.shown).toBe('/b');
      expect(tab.trail).toBe('/a /b [/b+]');
    }
  });

  test('does nothing while a dialog saves', async () => {
    const tab = new FakeHistory();
    tab.openLayer(() => false);
    await tab.pressAndRest(-1);
    expect(tab.open).toHaveLength(1);
    tab.closeLayer();
    await tab.rest();
    expect(tab.trail).toBe('/a [/b] /b+');
  });

  test('pressed twice at once, or far back in the list of pages, does not leave what is open', async () => {
    for (const presses of [[-1, -1], [-2]]) {
      const tab = new FakeHistory({ entries: [entry('/0', 0), entry('/a', 1), entry('/b', 2)] });
      tab.openLayer(() => false);
      for (const delta of presses) tab.press(delta);
      await tab.rest();
      expect(tab.shown).toBe('/b');
      expect(tab.trail).toBe('/0 /a /b [/b+]');
    }
  });

  test('pressed again before the step forward has begun closes the next', async () => {
    const tab = new FakeHistory({ entries: [entry('/0', 0), entry('/a', 1), entry('/b', 2)] });
    tab.openLayer();
    tab.openLayer();
    tab.press(-1);
    await tab.step();
    expect(tab.open).toHaveLength(1);
    tab.overtake(-1);
    await tab.rest();
    expect(tab.open).toHaveLength(0);
    expect(tab.shown).toBe('/b');
    expect(tab.trail).toBe('/0 /a [/b] /b+');
  });

  test('far back with one dialog that closes stays on the page', async () => {
    const tab = new FakeHistory();
    tab.openLayer();
    await tab.pressAndRest(-2);
    expect(tab.open).toHaveLength(0);
    expect(tab.shown).toBe('/b');
    expect(tab.trail).toBe('/a [/b] /b+');
  });

  test('leaves the page after a dialog that was closed by a button, also at once', async () => {
    const tab = new FakeHistory();
    tab.openLayer();
    tab.closeLayer();
    tab.press(-1);
    await tab.rest();
    expect(tab.shown).toBe('/a');
    expect(tab.trail).toBe('[/a] /b /b+');
  });

  test('closes what was opened while the step of the layer before was under way', async () => {
    const tab = new FakeHistory();
    tab.openLayer();
    tab.closeLayer();
    tab.openLayer();
    await tab.rest();
    expect(tab.trail).toBe('/a /b [/b+]');
    await tab.pressAndRest(-1);
    expect(tab.open).toHaveLength(0);
    expect(tab.trail).toBe('/a [/b] /b+');
  });

  test('closes a dialog that took the place of a menu', async () => {
    const tab = new FakeHistory();
    tab.openLayer();
    tab.open.pop();
    tab.openLayer();
    await tab.pressAndRest(-1);
    expect(tab.open).toHaveLength(0);
    expect(tab.trail).toBe('/a [/b] /b+');
  });
});

describe('an entry is added only after a touch, for browsers pass over the others', () => {
  test('and so a layer that opens by itself has its own at the next touch', async () => {
    const tab = new FakeHistory({ touched: false });
    tab.openLayer();
    expect(tab.trail).toBe('/a [/b]');
    tab.layers.touched();
    expect(tab.trail).toBe('/a /b [/b+]');
    await tab.pressAndRest(-1);
    expect(tab.open).toHaveLength(0);
    expect(tab.shown).toBe('/b');
  });

  test('and untouched it is left by Back with its page', async () => {
    const tab = new FakeHistory({ touched: false });
    tab.openLayer();
    await tab.pressAndRest(-1);
    expect(tab.shown).toBe('/a');
  });

  test('since the last step through the history', async () => {
    const tab = new FakeHistory();
    tab.link('/c');
    await tab.pressAndRest(-1);
    tab.openLayer();
    expect(tab.trail).toBe('/a [/b] /c');
    tab.layers.touched();
    expect(tab.trail).toBe('/a /b [/b+]');
  });

  test('and a dialog that comes a moment after the menu it was chosen from has the menu’s', async () => {
    const tab = new FakeHistory();
    tab.openLayer();
    tab.closeLayer();
    await tab.rest();
    const { entries } = tab;
    tab.openLayer();
    await tab.rest();
    expect(tab.trail).toBe('/a /b [/b+]');
    expect(tab.entries).toBe(entries);
    await tab.pressAndRest(-1);
    expect(tab.open).toHaveLength(0);
    await tab.pressAndRest(-1);
    expect(tab.shown).toBe('/a');
  });

  test('and another page’s entry is nobody’s', async () => {
    const tab = new FakeHistory();
    tab.openLayer();
    await tab.pressAndRest(-1);
    tab.link('/c');
    await tab.pressAndRest(-1);
    tab.openLayer();
    await tab.rest();
    expect(tab.trail).toBe('/a [/b] /c');
  });
});

describe('Forward', () => {
  test('opens nothing again, and one Back still leaves the page', async () => {
    const tab = new FakeHistory();
    tab.openLayer();
    await tab.pressAndRest(-1);
    await tab.pressAndRest(1);
    expect(tab.trail).toBe('/a [/b] /b+');
    await tab.pressAndRest(-1);
    expect(tab.shown).toBe('/a');
  });

  test('from pages before shows the page, not the one before it', async () => {
    const tab = new FakeHistory();
    tab.openLayer();
    await tab.pressAndRest(-1);
    await tab.pressAndRest(-1);
    await tab.pressAndRest(2);
    expect(tab.shown).toBe('/b');
    expect(tab.trail).toBe('/a [/b] /b+');
  });

  test('shows the page’s address as it is now', async () => {
    const tab = new FakeHistory();
    tab.openLayer();
    await tab.pressAndRest(-1);
    tab.readdress('/b?status=open');
    await tab.pressAndRest(1);
    expect(tab.shown).toBe('/b?status=open');
    expect(tab.url).toBe('/b?status=open');
  });
});

describe('a page that is loaded anew', () => {
  test('over an open dialog goes off its entry: one Back leaves the page', async () => {
    const before = new FakeHistory();
    before.openLayer();
    const tab = before.reloaded();
    await tab.rest();
    expect(tab.trail).toBe('/a [/b] /b+');
    await tab.pressAndRest(-1);
    expect(tab.shown).toBe('/a');
  });

  test('keeps the entry for a form that its address opens again', async () => {
    const before = new FakeHistory();
    before.openLayer();
    const tab = before.reloaded();
    tab.openLayer();
    await tab.rest();
    tab.layers.touched();
    expect(tab.trail).toBe('/a /b [/b+]');
    await tab.pressAndRest(-1);
    expect(tab.open).toHaveLength(0);
    expect(tab.shown).toBe('/b');
  });

  test('is left from the entry after a closed dialog, too', async () => {
    const before = new FakeHistory();
    before.openLayer();
    await before.pressAndRest(-1);
    const tab = before.reloaded();
    await tab.pressAndRest(1);
    expect(tab.trail).toBe('/a [/b] /b+');
  });
});

describe('the address', () => {
  test('of a link takes the place of the added entry', async () => {
    const tab = new FakeHistory();
    tab.openLayer();
    tab.link('/c');
    tab.closeLayer();
    await tab.rest();
    expect(tab.trail).toBe('/a /b [/c]');
    await tab.pressAndRest(-1);
    expect(tab.shown).toBe('/b');
  });

  test('of a link followed while the way back is under way comes after the page, too', async () => {
    const tab = new FakeHistory();
    tab.openLayer();
    tab.closeLayer();
    tab.link('/c');
    expect(tab.url).toBe('/c');
    await tab.rest();
    expect(tab.shown).toBe('/c');
    expect(tab.trail).toBe('/a /b [/c]');
  });

  test('of a link that is opened over a form that stays has an entry added for the form', async () => {
    const tab = new FakeHistory();
    tab.openLayer();
    tab.link('/c');
    tab.layers.settle();
    expect(tab.trail).toBe('/a /b /c [/c+]');
    await tab.pressAndRest(-1);
    expect(tab.open).toHaveLength(0);
    expect(tab.shown).toBe('/c');
  });

  test.each([
    ['before the dialog is gone', 0],
    ['while the way back is under way', 1],
  ])('that is changed %s is the page’s', async (_, when) => {
    const tab = new FakeHistory({ entries: [entry('/a', 0), entry('/b?new', 1)] });
    tab.openLayer();
    if (when === 0) tab.readdress('/b');
    tab.closeLayer();
    if (when === 1) tab.readdress('/b');
    await tab.rest();
    expect(tab.trail).toMatch(/^\/a \[\/b\] /);
    await tab.pressAndRest(1);
    expect(tab.url).toBe('/b');
  });

  test('that is changed by the layer which Back closes is the page’s', async () => {
    const tab = new FakeHistory({ entries: [entry('/a', 0), entry('/b?new', 1)] });
    tab.openLayer(() => {
      tab.readdress('/b');
      return true;
    });
    await tab.pressAndRest(-1);
    expect(tab.trail).toBe('/a [/b] /b?new+');
    expect(tab.shown).toBe('/b');
  });

  test('that is changed, and left by a link at once, is found by Back as it was changed', async () => {
    const tab = new FakeHistory({ entries: [entry('/a', 0), entry('/b?new', 1)] });
    tab.openLayer();
    tab.readdress('/b');
    tab.link('/c');
    tab.closeLayer();
    await tab.rest();
    expect(tab.trail).toBe('/a /b [/c]');
  });
});

test('the browser leaves the scrolling alone while something is open, and no longer', async () => {
  const tab = new FakeHistory();
  const page = tab.entries[1];
  if (!page) throw new Error('no page');
  tab.openLayer();
  expect(tab.scroll.get(page)).toBe('manual');
  tab.closeLayer();
  await tab.rest();
  expect(tab.scroll.get(page)).toBe('auto');

  tab.openLayer();
  await tab.rest();
  tab.link('/c');
  tab.closeLayer();
  await tab.rest();
  expect(tab.scroll.get(tab.entries[2] ?? page)).toBe('auto');
  await tab.pressAndRest(-1);
  expect(tab.scroll.get(page)).toBe('auto');
});

/** What somebody does, each as soon as the one before is over or while it is still under way. */
const act = fc.record({
  kind: fc.constantFrom('open', 'openAsking', 'close', 'back', 'forward', 'link', 'readdress'),
  rests: fc.boolean(),
});

/** The pages as if no layer had an entry. */
class Pages {
  urls = ['/a', '/b'];
  at = 1;

  go(delta: number): void {
    if (this.urls[this.at + delta] !== undefined) this.at += delta;
  }

  /** What opens is gone to, as a page is. */
  forgetForward(): void {
    this.urls = this.urls.slice(0, this.at + 1);
  }

  push(url: string): void {
    this.forgetForward();
    this.urls.push(url);
    this.at += 1;
  }
}

describe('whatever somebody does', () => {
  test('one thing after the other, the pages are those of a history without added entries', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 30 }), async (acts) => {
        const tab = new FakeHistory();
        const pages = new Pages();
        let count = 0;
        for (const { kind } of acts) {
          count += 1;
          tab.layers.touched();
          if (kind === 'open' || kind === 'openAsking') {
            tab.openLayer(() => kind === 'open');
            pages.forgetForward();
          } else if (kind === 'close') tab.closeLayer();
          else if (kind === 'link') {
            tab.link(`/${count}`);
            pages.push(`/${count}`);
            tab.layers.settle();
          } else if (kind === 'readdress') {
            tab.readdress(`/r${count}`);
            pages.urls[pages.at] = `/r${count}`;
          } else {
            const delta = kind === 'back' ? -1 : 1;
            if (tab.open.length === 0) pages.go(delta);
            tab.press(delta);
          }
          await tab.rest();
          expect(tab.shown).toBe(pages.urls[pages.at]);
          expect(tab.url).toBe(pages.urls[pages.at]);
          expect(tab.trail).not.toMatch(/\+ .*\[/);
        }
      }),
      { seed: 7, numRuns: 1000 },
    );
  });

  test('several at once: what is open stays open over its page, and nothing is left behind below', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(act, { maxLength: 30 }), async (acts) => {
        const tab = new FakeHistory();
        for (const { kind, rests } of acts) {
          tab.layers.touched();
          if (kind === 'open') tab.openLayer();
          else if (kind === 'openAsking') tab.openLayer(() => false);
          else if (kind === 'close') tab.closeLayer();
          else if (kind === 'back' || kind === 'forward') tab.press(kind === 'back' ? -1 : 1);
          if (rests) await tab.rest();
        }
        await tab.rest();
        tab.layers.touched();
        await tab.rest();
        expect(tab.url).toBe(tab.shown);
        expect(tab.trail.includes('+]')).toBe(tab.open.length > 0);
        expect(tab.trail.split('+').length - 1).toBeLessThanOrEqual(1);
      }),
      { seed: 11, numRuns: 1000 },
    );
  });
});
