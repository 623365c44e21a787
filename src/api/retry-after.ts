/** What `Retry-After` asks for, in ms from `now`: seconds or an HTTP date (RFC 9110, 10.2.3); null where it is neither. */
export function readRetryAfter(value: string, now: number): number | null {
  const text = value.trim();
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, at - now);
}
