import { dateFormat, formats, MEDIUM_DATE } from '../../words/formats.ts';
import { type Stamp, writeStamp } from '../day/entries.ts';
import { fromCents } from '../money.ts';

const day = dateFormat(MEDIUM_DATE);
const moment = dateFormat({ ...MEDIUM_DATE, hour: 'numeric', minute: '2-digit' });
const clock = dateFormat({ hour: 'numeric', minute: '2-digit' });

/** '$1,234.50' */
export function moneyText(cents: number): string {
  return formats.money().format(fromCents(cents));
}

/** 'Mar 5, 2026' */
export function dayText(date: string): string {
  return day().format(Date.parse(`${date.slice(0, 10)}T00:00:00Z`));
}

/** By the clock where it was: 'Mar 5, 2026, 5:39 AM -0600'. */
export function momentText(stamp: Stamp): string {
  const [date, time, offset] = writeStamp(stamp).split(' ');
  return `${plainSpaces(moment().format(Date.parse(`${date}T${time}:00Z`)))} ${offset}`;
}

/** The last part of '2026-11-23T08:42:00-06:00'. */
const OFFSET = /([+-])(\d{2}):?(\d{2})$/;

/** Like `momentText`; '' for what is no time. */
export function isoMomentText(time: string): string {
  const at = Date.parse(time);
  if (Number.isNaN(at)) return '';
  const [, sign = '+', hours = '0', minutes = '0'] = OFFSET.exec(time) ?? [];
  return momentText({ at, offset: Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) });
}

/** By the clock where it was: '5:39 AM'. */
export function clockText(stamp: Stamp): string {
  return plainSpaces(clock().format(Date.parse(`2000-01-01T${writeStamp(stamp).slice(11, 16)}:00Z`)));
}

/** Browsers write a narrow space before AM, which few fonts have. */
function plainSpaces(text: string): string {
  return text.replaceAll('\u202f', ' ');
}
