import { blocksIn } from '../sources/markdown.ts';

/** Requests, and the answers that a page of the documentation gives for them. */
interface Transcript {
  /** The extensions that the transcript needs. */
  readonly features: readonly string[];
  readonly text: string;
}

interface Answered {
  readonly line: string;
  /** The answer on the page, with its names replaced by the values found so far. */
  readonly expected: unknown;
  readonly actual: unknown;
}

type Ask = (path: string, init: RequestInit) => Promise<Response>;

/** Returns the blocks of a page that show requests and answers: ```http client-uid */
export function transcriptsIn(page: string): Transcript[] {
  return blocksIn(page)
    .filter(({ language }) => language === 'http')
    .map(({ info, text }) => ({ features: info.split(' ').filter((name) => name !== ''), text }));
}

/**
 * Sends a transcript's requests. `"<name>"` stands for a value: any value where it first occurs in an answer, and the
 * same value from then on. An answer may have more fields than the page shows.
 */
export async function play({ text }: Transcript, ask: Ask): Promise<Answered[]> {
  const values = new Map<string, unknown>();
  const parts = text.trim().split(/\n\n+/);
  const answered: Answered[] = [];
  for (let at = 0; at < parts.length; at += 2) {
    const [line = '', ...rest] = filledIn(parts[at] ?? '', values).split('\n');
    const [method = '', path = ''] = line.split(' ');
    const headers = rest.filter((one) => /^[\w-]+: /.test(one)).map((one) => one.split(': ', 2));
    const body = rest.slice(headers.length).join('\n');
    const response = await ask(path, {
      method,
      headers: {
        ...Object.fromEntries(headers),
        ...(body === '' || headers.some(([name]) => name === 'Content-Type')
          ? {}
          : { 'content-type': 'application/json' }),
      },
      ...(body === '' ? {} : { body }),
    });
    const [status = '', ...said] = (parts[at + 1] ?? '').split('\n');
    const got = await response.text();
    const json: unknown = got === '' ? null : JSON.parse(got);
    const wanted: unknown = said.length === 0 ? null : JSON.parse(said.join('\n'));
    answered.push({
      line,
      expected: { status: Number(status), body: bound(wanted, json, values) },
      actual: { status: response.status, body: asFarAs(wanted, json) },
    });
  }
  return answered;
}

const NAME = /^<([\w ]+)>$/;

/** Inserts values into a request: as text in the path and headers, as JSON in the body. */
function filledIn(text: string, values: ReadonlyMap<string, unknown>): string {
  const [line = '', ...rest] = text.split('\n');
  const own = line.replaceAll(/<([\w ]+)>/g, (_, name: string) =>
    encodeURIComponent(String(values.get(name))),
  );
  return [own, ...rest]
    .join('\n')
    .replaceAll(/"<([\w ]+)>"/g, (_, name: string) => JSON.stringify(values.get(name)));
}

/** Returns the expected answer, with names replaced by values. */
function bound(wanted: unknown, got: unknown, values: Map<string, unknown>): unknown {
  if (typeof wanted === 'string') {
    const name = NAME.exec(wanted)?.[1];
    if (name === undefined) return wanted;
    if (!values.has(name) && got !== undefined && got !== null) values.set(name, got);
    return values.get(name) ?? wanted;
  }
  if (Array.isArray(wanted)) {
    const list: readonly unknown[] = Array.isArray(got) ? got : [];
    return wanted.map((one, n) => bound(one, list[n], values));
  }
  if (!isObject(wanted)) return wanted;
  const other = isObject(got) ? got : {};
  return Object.fromEntries(
    Object.entries(wanted).map(([key, one]) => [key, bound(one, other[key], values)]),
  );
}

/** Returns the actual answer without the fields that the page does not show. */
function asFarAs(wanted: unknown, got: unknown): unknown {
  if (Array.isArray(wanted) && Array.isArray(got)) return got.map((one, n) => asFarAs(wanted[n], one));
  if (!isObject(wanted) || !isObject(got)) return got;
  return Object.fromEntries(Object.keys(wanted).map((key) => [key, asFarAs(wanted[key], got[key])]));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
