/** What looks like a sentence and is read by machines or developers alone, by file. */
export const MACHINE_TEXT: ReadonlyMap<string, readonly string[]> = new Map([
  ['src/api/event-client.ts', ['Bearer {}']],
  ['src/api/http-client.ts', ['Bearer {}']],
  ['src/app/account/account-engine.ts', ['the sync engine did not start']],
  ['src/app/account/account-opening.ts', ['changing the account failed']],
  ['src/app/account/account-services.ts', ['asking for storage failed']],
  ['src/app/account/end-removals.ts', ['removing the data of a logged-out account failed']],
  ['src/app/boot/create-services.ts', ['the session was not ended on the server']],
  ['src/app/boot/first-screen.ts', ['the first screen could not be loaded']],
  ['src/app/boot/left-removals.ts', ['removals could not be ended']],
  ['src/app/boot/root.tsx', ['the app was not installed']],
  ['src/app/boot/start-login.tsx', ['the app could not be loaded']],
  ['src/app/device.ts', ['(display-mode: standalone), (display-mode: minimal-ui)']],
  ['src/app/error-boundary.tsx', ['a part of the app could not be loaded', 'a screen broke']],
  ['src/app/install-way.ts', ['Macintosh']],
  [
    'src/app/pwa/app-updates.ts',
    [
      'the app opens without a connection from now on',
      'no offline use on this address',
      'offline use could not be set up',
    ],
  ],
  ['src/app/shell/about-dialog.tsx', ['the report for support was not made']],
  ['src/app/shell/use-shortcuts.ts', ['main input[type="search"]']],
  ['src/crud/form/date-field.tsx', ['MMM D, YYYY', 'MMM D, YYYY h:mm A']],
  [
    'src/crud/form/reference-field.tsx',
    ['min(29rem, var(--combobox-floating-options-max-height, 29rem))', 'add new'],
  ],
  ['src/db/app-database.ts', ['localId, &serverId, position']],
  ['src/features/landing/shot.tsx', ['(prefers-color-scheme: dark)']],
]);
