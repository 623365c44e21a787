import { fails, OK, type Outcome, skipped } from '../check.ts';
import type { CheckContext } from '../check-context.ts';
import { inWords, isSuccess } from '../exchange.ts';
import { extensionChecks } from './extension.ts';

const PATH = '/api/v1/sync/events/';
/** Long enough for any server that forwards events immediately. */
const PATIENCE_MS = 10_000;

export const eventsChecks = extensionChecks('events', [
  {
    name: 'stream',
    asks: `GET ${PATH} returns 200 with a text/event-stream that sends something immediately, and an event with data soon after any change.`,
    otherwise: 'Changes by others appear on an open screen a minute later, not at once.',
    run: async (context) => {
      const { id } = await context.first('customers');
      const close = new AbortController();
      try {
        return await listen(context, close.signal, async () => {
          const body = { city: 'Boise', company_name: `Conformance check ${context.run}, for the stream` };
          const exchange = await context.ask('PATCH', context.item('customers', id), { body });
          return isSuccess(exchange) ? null : inWords(exchange);
        });
      } finally {
        close.abort();
      }
    },
  },
]);

async function listen(
  context: CheckContext,
  close: AbortSignal,
  change: () => Promise<string | null>,
): Promise<Outcome> {
  const { access } = await context.session.tokens();
  const response = await context.session.client.open({ path: PATH, bearer: access }, close);
  const type = response?.headers.get('content-type') ?? 'no type';
  if (!response?.body || !response.ok || !type.startsWith('text/event-stream')) {
    return fails(response ? `GET ${PATH}: ${response.status} with ${type}` : `GET ${PATH}: no connection`);
  }
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  if (!(await says(context, reader, /./))) return fails('the stream sends nothing when it is opened');
  const refused = await change();
  if (refused !== null) return skipped(`nothing could be changed: ${refused}`);
  const heard = await says(context, reader, /^data:/m);
  return heard ? OK : fails(`no event came for a change within ${PATIENCE_MS / 1000} s`);
}

async function says(
  { patience }: CheckContext,
  reader: ReadableStreamDefaultReader<string>,
  what: RegExp,
): Promise<boolean> {
  const enough = patience(PATIENCE_MS);
  for (let said = ''; ; ) {
    const part = await Promise.race([reader.read(), enough]);
    if (part === null || part.done) return false;
    said += part.value;
    if (what.test(said)) return true;
  }
}
