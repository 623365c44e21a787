export interface WebKitPrograms {
  readonly driver: string;
  readonly browser: string;
  readonly xvfb: string;
}
export function findWebKit(): WebKitPrograms | undefined;
