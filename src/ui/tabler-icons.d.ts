/** Single icons of the package, which only types its index: that is 6,000 modules, a wait for every test file. */
declare module '@tabler/icons-react/dist/esm/icons/*.mjs' {
  import type { Icon } from '@tabler/icons-react';

  const icon: Icon;
  export default icon;
}
