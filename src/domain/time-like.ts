const ZONE = /(Z|[+-]\d{2}(:?\d{2})?)$/i;
const MINUTE_MS = 60_000;

/** A local time 'YYYY-MM-DD HH:mm:ss' in the form that `like` has: in its offset, or in none. */
export function timeLike(like: string, local: string): string {
  const written = local.replace(' ', 'T');
  const zone = ZONE.exec(like)?.[0];
  if (zone === undefined) return written;
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  const offset = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * MINUTE_MS;
  const there = new Date(new Date(written).getTime() + offset).toISOString();
  return there.replace(/(\.\d+)?Z$/, zone);
}
