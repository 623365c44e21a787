/** Gives the page the colors that the person likes, as Mantine does it in the app. */
export function followColorScheme(root: HTMLElement): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const set = (): void => root.setAttribute('data-mantine-color-scheme', dark.matches ? 'dark' : 'light');
  dark.addEventListener('change', set);
  set();
}
