/** What a rem is, in px. To ask has the browser work out all styles first. */
export function rootFontSize(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
}
