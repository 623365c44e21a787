import type { Fields, ResourceName } from '../../src/domain/resource-spec.ts';
import { specOf } from '../../src/domain/resource-specs.ts';
import { type Check, fails, OK, type Outcome, skipped, unless } from '../check.ts';
import type { CheckContext } from '../check-context.ts';
import type { Exchange } from '../client.ts';
import { inWords, isRefusal, isSuccess } from '../exchange.ts';
import { kindOf, prefixOf } from './kind-words.ts';

const LONG_FIELDS: Readonly<Record<ResourceName, readonly string[]>> = {
  customers: [],
  projects: ['description'],
  estimates: ['description', 'terms_and_conditions', 'notes'],
  workOrders: ['description', 'notes'],
};

const LENGTH = 10_000;
/** Some programs take a line of dashes for the end of a text. */
const LINES = 'Found on the first day:\n- wet drywall\n- a leak\n\n---\nAfter a line of dashes';

interface Sent {
  readonly exchange: Exchange;
  /** Null if the change was refused. */
  readonly fields: readonly { readonly field: string; readonly sent: string; readonly is: string }[] | null;
}

export function longTextChecks(resource: ResourceName): readonly Check[] {
  const { noun, plural } = kindOf(resource);
  const names = LONG_FIELDS[resource];
  if (names.length === 0) return [];
  const about = { theme: plural };
  const inFields = names.join(', ');
  const lines = (context: CheckContext) => write(context, resource, 'lines', LINES);
  const long = (context: CheckContext) => write(context, resource, 'long', longText(LENGTH));
  return [
    {
      ...about,
      id: prefixOf(resource, 'lines'),
      level: 'MUST',
      asks: `Line breaks and lines of dashes (---) come back as they were sent: ${inFields}.`,
      otherwise: 'Notes lose their paragraphs, or everything below a line of dashes.',
      run: async (context) => {
        const { exchange, fields } = await lines(context);
        if (!fields) return fails(inWords(exchange));
        return unless(
          fields
            .filter(({ sent, is }) => readable(is) !== readable(sent))
            .map(({ field, sent, is }) => `${field}: ${differenceOf(readable(sent), readable(is))}`),
        );
      },
    },
    {
      ...about,
      id: prefixOf(resource, 'line-ends'),
      level: 'SHOULD',
      asks: 'A line break comes back as LF, not CRLF.',
      otherwise: `If the answer is lost, the app does not recognize its own ${noun}: it creates it twice, or asks the user.`,
      run: async (context) => {
        const { fields } = await lines(context);
        if (!fields) return skipped('text with line breaks was not accepted');
        const changed = fields.filter(({ is }) => is.includes('\r')).map(({ field }) => field);
        return unless(changed.map((field) => `${field}: LF was sent, CRLF came back`));
      },
    },
    {
      ...about,
      id: prefixOf(resource, 'long-text'),
      level: 'MUST',
      asks: `A long text is stored whole or refused with 400 or 422 in JSON, never cut off: ${inFields}.`,
      otherwise: 'The end of long notes is lost without notice.',
      run: async (context) => {
        const { exchange, fields } = await long(context);
        if (!fields) return isRefusal(exchange) ? OK : fails(inWords(exchange));
        return unless(
          fields
            .filter(({ sent, is }) => readable(is) !== sent)
            .map(({ field, sent, is }) => `${field}: ${differenceOf(sent, readable(is))}`),
        );
      },
    },
    {
      ...about,
      id: prefixOf(resource, 'long-text-taken'),
      level: 'SHOULD',
      asks: `These fields accept ${inThousands(LENGTH)} characters.`,
      otherwise: `A user who writes a long text learns perhaps hours later that the ${noun} was refused.`,
      run: async (context): Promise<Outcome> => {
        const { exchange, fields } = await long(context);
        return fields ? OK : fails(inWords(exchange));
      },
    },
  ];
}

function write(context: CheckContext, resource: ResourceName, what: string, text: string): Promise<Sent> {
  return context.once(`${resource}.${what}`, async () => {
    const { id } = await context.first(resource);
    const draft: Fields = Object.fromEntries(LONG_FIELDS[resource].map((field) => [field, text]));
    const body = specOf(resource).encode(draft, 'update');
    const exchange = await context.ask('PATCH', context.item(resource, id), { body });
    if (!isSuccess(exchange)) return { exchange, fields: null };
    const wire = await context.read(resource, id);
    const fields = LONG_FIELDS[resource].map((field) => ({
      field,
      sent: text,
      is: typeof wire[field] === 'string' ? wire[field] : '',
    }));
    return { exchange, fields };
  });
}

/** Servers may trim spaces at both ends. */
function readable(text: string): string {
  return text.replaceAll('\r\n', '\n').trim();
}

/** Makes every sentence different, so that a missing piece is noticed wherever it is. */
function longText(length: number): string {
  let text = '';
  for (let day = 1; text.length < length; day += 1) text += `Checked and dried on day ${day}. `;
  // A server may trim a space at the end.
  return `${text.slice(0, length - 1)}.`;
}

function differenceOf(sent: string, is: string): string {
  if (is.length !== sent.length) {
    const begins = sent.startsWith(is) ? `, up to ${JSON.stringify(is.slice(-20))}` : '';
    return `${inThousands(sent.length)} characters were sent, ${inThousands(is.length)} came back${begins}`;
  }
  let at = 0;
  while (at < sent.length && sent[at] === is[at]) at += 1;
  return `sent ${JSON.stringify(sent.slice(at, at + 20))}, came back ${JSON.stringify(is.slice(at, at + 20))}`;
}

function inThousands(count: number): string {
  return count.toLocaleString('en-US');
}
