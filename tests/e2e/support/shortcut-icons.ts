import { mkdir } from 'node:fs/promises';
import type { Browser } from '@playwright/test';
import type { Icon } from '@tabler/icons-react';
import TodayIcon from '@tabler/icons-react/dist/esm/icons/IconCalendarCheck.mjs';
import NewWorkOrderIcon from '@tabler/icons-react/dist/esm/icons/IconClipboardPlus.mjs';
import SyncIcon from '@tabler/icons-react/dist/esm/icons/IconCloudUp.mjs';
import NewCustomerIcon from '@tabler/icons-react/dist/esm/icons/IconUserPlus.mjs';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

const FOLDER = 'public/shortcuts';
/** In CSS pixels, as in the manifest. */
const SIZE = 96;
const BRAND = '#1976d2';

const ICONS: Readonly<Record<string, Icon>> = {
  today: TodayIcon,
  'new-work-order': NewWorkOrderIcon,
  'new-customer': NewCustomerIcon,
  sync: SyncIcon,
};

/** Draws the icons of the installed app's shortcuts, in white on the background color of the app's icon. */
export async function drawShortcutIcons(browser: Browser): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const page = await browser.newPage({ viewport: { width: SIZE, height: SIZE } });
  for (const [name, Icon] of Object.entries(ICONS)) {
    const glyph = renderToStaticMarkup(createElement(Icon, { size: SIZE * 0.58, color: '#fff' }));
    await page.setContent(
      `<body style="margin:0"><div style="display:grid;place-items:center;height:100vh;border-radius:22%;background:${BRAND}">${glyph}</div>`,
    );
    await page.screenshot({ path: `${FOLDER}/${name}.png`, omitBackground: true });
  }
  await page.close();
}
