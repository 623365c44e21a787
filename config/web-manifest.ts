import type { ManifestOptions } from 'vite-plugin-pwa';

/**
 * The color of the splash screen, and of what the system draws before the page loads. A manifest cannot give a second
 * color for dark mode, and white would glare there, so the icon's background color serves both. The page's own colors
 * are in index.html.
 */
const SPLASH = '#1976d2';

export const webManifest: Partial<ManifestOptions> = {
  id: '/',
  name: 'Restoration CRM',
  short_name: 'Restoration',
  description:
    'Customers, projects, estimates and work orders of a damage-restoration business, with or without a connection.',
  lang: 'en',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  // Not 'window-controls-overlay': the top bar has no room for the window's buttons.
  display_override: ['standalone', 'minimal-ui'],
  // If a shortcut navigated an open window, the window's form would be lost, so every start opens a new window. On
  // Android there is only one window: there the browser asks before it leaves an open form.
  launch_handler: { client_mode: ['navigate-new', 'auto'] },
  theme_color: SPLASH,
  background_color: SPLASH,
  categories: ['business', 'productivity'],
  icons: [
    { src: '/pwa-192x192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/pwa-512x512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/maskable-icon-512x512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  shortcuts: [
    shortcut('Today', '/today', 'today'),
    shortcut('New work order', '/work-orders?new', 'new-work-order'),
    shortcut('New customer', '/customers?new', 'new-customer'),
    shortcut('Waiting changes', '/sync', 'sync'),
  ],
  screenshots: [
    screenshot('narrow', 'dashboard', 'The dashboard on a phone'),
    screenshot('narrow', 'customers', 'The list of customers on a phone'),
    screenshot('narrow', 'work-order', 'A work order on a phone'),
    screenshot('wide', 'dashboard', 'The dashboard on a computer'),
    screenshot('wide', 'customers', 'The list of customers on a computer'),
  ],
};

function shortcut(name: string, url: string, icon: string): ManifestOptions['shortcuts'][number] {
  return { name, url, icons: [{ src: `/shortcuts/${icon}.png`, sizes: '96x96', type: 'image/png' }] };
}

function screenshot(
  form_factor: 'narrow' | 'wide',
  picture: string,
  label: string,
): ManifestOptions['screenshots'][number] {
  const sizes = form_factor === 'narrow' ? '390x844' : '1280x800';
  const src = `/screenshots/${form_factor}-${picture}.png`;
  return { src, sizes, type: 'image/png', form_factor, label };
}
