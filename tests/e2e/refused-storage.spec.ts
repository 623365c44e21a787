import { findings } from './support/axe.ts';
import { expect, test } from './support/fixtures.ts';

const REFUSALS: Readonly<Record<string, () => void>> = {
  'all of it': () => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    });
  },
  'what is written to it': () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    };
  },
  databases: () => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
  },
};

for (const [what, refuse] of Object.entries(REFUSALS)) {
  test(`a browser that refuses storage (${what}) is told so in words, before anybody signs in`, async ({
    page,
  }) => {
    await page.addInitScript(refuse);
    await page.goto('/login');
    await expect(page.getByRole('alert')).toContainText(
      /does not let the site store data|storage could not be opened/,
    );
    await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
    await expect(page.getByLabel('Username')).toHaveCount(0);
    expect(await findings(page)).toEqual([]);
  });
}

test('a person whose data cannot be opened can make way for somebody else', async ({ page, signIn }) => {
  await signIn();
  await page.addInitScript(() => {
    if (localStorage.getItem('account') === null) return;
    IDBFactory.prototype.open = () => {
      throw new DOMException('Internal error.', 'UnknownError');
    };
  });
  await page.reload();
  await expect(page.getByRole('alert')).toContainText('storage could not be opened');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByLabel('Username')).toBeVisible();
});
