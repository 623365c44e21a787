const UNITS = ['kB', 'MB', 'GB', 'TB'] as const;
const STEP = 1000;

/** '12 MB', '3.2 GB': bytes as a device's settings show them. */
export function formatBytes(bytes: number): string {
  let value = Math.max(0, bytes) / STEP;
  let unit = 0;
  while (value >= STEP - 0.5 && unit < UNITS.length - 1) {
    value /= STEP;
    unit += 1;
  }
  const digits = value < 10 && unit > 0 ? 1 : 0;
  return `${value.toLocaleString('en-US', { maximumFractionDigits: digits })} ${UNITS[unit]}`;
}
