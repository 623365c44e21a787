import { defineConfig } from '@vite-pwa/assets-generator/config';

const BRAND_BLUE = '#1976d2';

/** `npm run docs:icons` draws these icons from favicon.svg. They are committed beside it. */
export default defineConfig({
  headLinkOptions: { preset: '2023' },
  images: ['public/favicon.svg'],
  preset: {
    transparent: { sizes: [192, 512], favicons: [[48, 'favicon.ico']], padding: 0 },
    // Every platform's mask leaves a circle of 80% of the icon's size visible. The mark must stay inside it.
    maskable: { sizes: [512], padding: 0.1, resizeOptions: { background: BRAND_BLUE } },
    apple: { sizes: [180], padding: 0, resizeOptions: { background: BRAND_BLUE } },
  },
});
