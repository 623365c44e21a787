import type { Plugin, Rolldown } from 'vite';

/**
 * Defines which modules share a file. Each group makes one file of the modules that match `test` and of all modules
 * that they import statically, except those in an earlier group. Rolldown alone would make five times as many files, so
 * the app would need more requests before it works offline. A start would take 3.4 times the minimum instead of 2.3
 * (P1).
 */
export const CHUNKS: Rolldown.CodeSplittingOptions = {
  groups: [
    // The first script, and modules that the services share with the signed-out pages.
    {
      name: 'entry',
      test: /src\/(main|domain\/(ports|server-message|sign-in-failure)|words\/start)\.ts/,
    },
    // Modules that the app shares with those pages, above all React.
    {
      name: 'base',
      test: anyOf(
        /node_modules\/(react|react-dom|scheduler)\//,
        /src\/ui\/(product|lazy-part|tokens)\./,
        /src\/app\/pwa\/app-updates\./,
      ),
    },
    { name: 'start', test: /boot\/start-page\./ },
    { name: 'landing', test: /landing\/landing-screen\./ },
    // Modules that the login screen and the app share.
    {
      name: 'kit',
      test: anyOf(
        /src\/(ui\/(kit\/kit|feedback\/notice)|words\/common)\./,
        /node_modules\/@mantine\/core\/.*\/(ActionIcon|Button)\//,
        /node_modules\/@mantine\/hooks\/.*\/use-(uncontrolled|media-query)\//,
      ),
    },
    // Text fields of the login screen and of forms.
    { name: 'inputs', test: /node_modules\/@mantine\/core\/.*\/(InputBase|TextInput|Input\.layer)/ },
    { name: 'login', test: /login\/login-screen\./ },
    // The services open the account's database before the rest of the app runs.
    { name: 'services', test: /boot\/app-services\./ },
    // These parts of several screens would otherwise be in the dashboard's file, and each screen would wait for it.
    {
      name: 'app',
      test: anyOf(
        /boot\/app\.|records\/(use-sync-status|device-notes)\.|text\/format-date\./,
        // Its part loads when a connection has broken off. A style sheet of its own that failed would stop the others.
        /pwa\/install-coach\.module\./,
      ),
    },
    { name: 'list', test: /list\/resource-list-screen\./ },
    { name: 'dashboard', test: /dashboard\/dashboard-screen\./ },
    // Loaded when first needed.
    { name: 'window-rows', test: /list\/virtual-rows\./ },
    // Every form and Today make changes and show the notice. Today also reads settings.
    { name: 'commands', test: /records\/commands\.|crud\/saved-notice\.|db\/settings-store\./ },
    // A crew's first screen does not wait for forms.
    { name: 'today', test: /day\/today-screen\./ },
    { name: 'list-tools', test: /list\/list-tools\./ },
    // Drawn after the first paint of the dashboard and of the reports.
    { name: 'charts', test: /ui\/charts\// },
    // A press on a menu's button waits only for this, not for the calendar and the dialogs.
    { name: 'menu', test: /ui\/feedback\/menu\.|node_modules\/@mantine\/core\/.*\/Popover\// },
    // The navigation on a phone is a drawer. It does not wait for the calendar of forms.
    { name: 'dialog', test: /node_modules\/@mantine\/core\/.*\/(Modal|ModalBase|Drawer)\// },
    { name: 'fields', test: /form\/(reference|date)-field\./ },
    // The photos of a record, the viewer and the camera say these words.
    { name: 'photo-words', test: /words\/photo-screens\.|features\/photos\/[\w-]+\.module\./ },
    // `minShareCount` counts the lazily loaded modules that need a module.
    { name: 'shared', minShareCount: 4 },
    { name: 'network', test: /boot\/network\./ },
    // Unsaved text, in forms and in a job's note.
    { name: 'kept-draft', test: /form\/kept-draft\./ },
    { name: 'form-parts', test: /crud\/form\//, minShareCount: 2 },
    { name: 'shared-rest', minShareCount: 2 },
    // This form also opens over another form, which must not wait for it or fail with it.
    { name: 'customer-form', test: /customers\/customer-form\./ },
    {
      name: 'form',
      test: /crud\/.*-(form|dialog|confirm)\.|features\/.*-form\.|drafts\/draft-notice\./,
    },
    { name: 'find', test: /shell\/find-part\./ },
    { name: 'import', test: /customers\/import\// },
    { name: 'record', test: /record\/record-screen\.|-(facts|paper)\./ },
    { name: 'reports', test: /reports\/reports-screen\./ },
    { name: 'report-parts', test: /features\/reports\// },
    { name: 'photos', test: /features\/photos\/|device\/camera\./ },
    { name: 'rescue', test: /rescue\/(save|load)-dialog\./ },
    { name: 'documents', test: /documents\/documents-part\./ },
    { name: 'adjuster', test: /work-orders\/report\// },
    { name: 'signing', test: /documents\/(signing|signed)-dialog\./ },
    { name: 'sync-screen', test: /features\/sync-screen\/|app\/sync-part\./ },
    { name: 'settings', test: /features\/settings\// },
    {
      name: 'ready',
      test: /ready\/(ready-card|check-ready|near-jobs)\.|account\/readiness\.|device\/app-files\./,
    },
  ],
};

/** Adds the base file to the HTML, so that the browser requests it with the first script. */
export function preloadBase(): Plugin {
  return {
    name: 'preload-base',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_, { bundle = {} }) => {
        const base = Object.values(bundle).find(({ type, name }) => type === 'chunk' && name === 'base');
        if (!base) throw new Error("No chunk is called 'base'");
        // As a script, because Chromium caches the compiled code of scripts, but not of preloaded modules.
        const attrs = { rel: 'preload', as: 'script', crossorigin: true, href: `/${base.fileName}` };
        return [{ tag: 'link', attrs, injectTo: 'head' }];
      },
    },
  };
}

function anyOf(...tests: readonly RegExp[]): RegExp {
  return new RegExp(tests.map(({ source }) => source).join('|'));
}
