import { asObject } from '../src/domain/answer.ts';
import { uuidv7 } from '../src/domain/ids.ts';
import type { Fields, ResourceName, ServerId, Wire } from '../src/domain/resource-spec.ts';
import { specOf } from '../src/domain/resource-specs.ts';
import type { WireRecord } from '../src/domain/wire-record.ts';
import { ChangedSettings } from './changed-settings.ts';
import { Unavailable } from './check.ts';
import type { Ask, Exchange, Machine } from './client.ts';
import { inWords, isGone, isSuccess, objectIn, recordOf, statusOf } from './exchange.ts';
import { MadeRecords } from './made-records.ts';
import { APP_PAGE, type Pull, readPages } from './pull.ts';
import { dayIn, fullSample, type SampleEnv, sparseSample } from './sample.ts';
import { PROFILE_PATH, type Session } from './session.ts';

export interface CheckContextOptions {
  readonly session: Session;
  readonly machine: Pick<Machine, 'random' | 'sleep'>;
  /** Time in ms since 1970. */
  readonly now: number;
  /** Where the server is: 'https://crm.example.com'. */
  readonly url: string;
  /** Of the app, where that is served from elsewhere. */
  readonly origin: string | null;
  /** Pages of one pull. */
  readonly mostPages: number;
  /** Whether to make so many customers that they need a second page. */
  readonly fillPages: boolean;
}

/** A record of ours on the server. */
export interface Made {
  readonly id: ServerId;
  /** What was sent, as a person would have filled it in; references as the server's ids, as text. */
  readonly draft: Fields;
  /** The answer to its POST. */
  readonly exchange: Exchange;
}

/** A try to make one: `made` is null where the answer names no record. */
export interface Attempt {
  readonly exchange: Exchange;
  readonly draft: Fields;
  readonly made: Made | null;
}

/** What checks work with. What one of them has found out or made is kept for the others. */
export class CheckContext {
  readonly session: Session;
  readonly url: string;
  readonly origin: string | null;
  readonly fillPages: boolean;
  readonly made = new MadeRecords();
  readonly settings = new ChangedSettings((...asked) => this.ask(...asked));
  /** In every record that is made here, so that no other one is ever touched. */
  readonly run: string;
  readonly #options: CheckContextOptions;
  readonly #kept = new Map<string, Promise<unknown>>();
  #number = 0;

  constructor(options: CheckContextOptions) {
    this.#options = options;
    this.session = options.session;
    this.url = options.url;
    this.origin = options.origin;
    this.fillPages = options.fillPages;
    this.run = Math.floor((1 + options.machine.random()) * 36 ** 7).toString(36);
  }

  ask(method: Ask['method'], path: string, sent: Pick<Ask, 'body' | 'headers'> = {}): Promise<Exchange> {
    return this.session.ask({ method, path, ...sent });
  }

  /** Does something once, however many checks want it. */
  once<T>(key: string, act: () => Promise<T>): Promise<T> {
    const before = this.#kept.get(key) as Promise<T> | undefined;
    const kept = before ?? act();
    if (!before) this.#kept.set(key, kept);
    return kept;
  }

  /** Null once so many ms are over. */
  readonly patience = (ms: number): Promise<null> =>
    this.#options.machine.sleep(ms, new AbortController().signal).then(() => null);

  item(resource: ResourceName, id: ServerId): string {
    return `${specOf(resource).path}${encodeURIComponent(id)}/`;
  }

  day(days: number): string {
    return dayIn(days, this.#options.now);
  }

  key(): string {
    return uuidv7(this.#options.now, this.#options.machine.random);
  }

  /** Who is signed in, and what the server offers. */
  profile(): Promise<Exchange> {
    return this.once('profile', () => this.ask('GET', PROFILE_PATH));
  }

  /** What the server announces beyond the plain contract, known to this app or not. */
  async features(): Promise<ReadonlySet<string>> {
    const sync = asObject(objectIn(await this.profile())?.['sync']);
    const features = sync?.['v'] === 1 ? sync['features'] : [];
    return new Set(Array.isArray(features) ? features.filter((name) => typeof name === 'string') : []);
  }

  /** The record that most checks look at and change, filled in whole. */
  first(resource: ResourceName): Promise<Made> {
    return this.once(`${resource}.first`, async () => madeBy(await this.firstAttempt(resource)));
  }

  firstAttempt(resource: ResourceName): Promise<Attempt> {
    return this.once(`${resource}.attempt`, () => this.attempt(resource, fullSample));
  }

  /** A record of which no more is filled in than the app asks for. */
  sparseAttempt(resource: ResourceName): Promise<Attempt> {
    return this.once(`${resource}.sparse`, () => this.attempt(resource, sparseSample));
  }

  /** One more record. */
  async make(resource: ResourceName): Promise<Made> {
    return madeBy(await this.attempt(resource, fullSample));
  }

  /** A record that was deleted, and the answer to that. */
  deleted(resource: ResourceName): Promise<{ readonly id: ServerId; readonly exchange: Exchange }> {
    return this.once(`${resource}.deleted`, async () => {
      const { id } = (await this.sparseAttempt(resource)).made ?? (await this.make(resource));
      return { id, exchange: await this.ask('DELETE', this.item(resource, id)) };
    });
  }

  async attempt(
    resource: ResourceName,
    sample: (resource: ResourceName, env: SampleEnv) => Fields,
  ): Promise<Attempt> {
    const whole = await this.draft(resource, sample);
    const wire = this.wireOf(resource, whole, await this.references(resource));
    // A blank number is not sent: it is the server's to assign.
    const draft = Object.fromEntries(Object.entries(whole).filter(([field]) => field in wire));
    const exchange = await this.post(resource, wire);
    const record = this.madeIn(resource, exchange);
    return { exchange, draft, made: record ? { id: record.id, draft, exchange } : null };
  }

  /** What a person would fill in for a new record. */
  async draft(
    resource: ResourceName,
    sample: (resource: ResourceName, env: SampleEnv) => Fields = fullSample,
  ): Promise<Fields> {
    this.#number += 1;
    const { now, machine } = this.#options;
    const draft = sample(resource, { run: this.run, number: this.#number, now, random: machine.random() });
    const referred = Object.entries(await this.references(resource)).map(([field, id]) => [
      field,
      String(id),
    ]);
    return { ...draft, ...Object.fromEntries(referred) };
  }

  /** The ids that a new record refers to, by field: all refer to the one customer. */
  async references(resource: ResourceName): Promise<Readonly<Record<string, ServerId>>> {
    const fields = specOf(resource).references.map(({ field }) => field);
    if (fields.length === 0) return {};
    const { id } = await this.first('customers');
    return Object.fromEntries(fields.map((field) => [field, id]));
  }

  /** A draft as the app would send it. */
  wireOf(resource: ResourceName, draft: Fields, references: Wire): Wire {
    return { ...specOf(resource).encode(draft, 'create'), ...references };
  }

  /** A new record's draft, as the app would send it. */
  async newWire(resource: ResourceName): Promise<Wire> {
    return this.wireOf(resource, await this.draft(resource), await this.references(resource));
  }

  /** Sends a new record, and notes what may have come of it. */
  async post(
    resource: ResourceName,
    body: unknown,
    how: { readonly signedOut?: true; readonly atOnce?: true } = {},
  ): Promise<Exchange> {
    const ask: Ask = { method: 'POST', path: specOf(resource).path, body, atOnce: how.atOnce ?? false };
    const exchange = await (how.signedOut ? this.session.client.send(ask) : this.session.ask(ask));
    const record = recordOf(exchange);
    if (record) await this.noteMade(resource, record);
    else if (statusOf(exchange) < 400 || statusOf(exchange) >= 500) this.made.unsure.add(resource);
    return exchange;
  }

  /** The record that an answer to `post` shows; null where it shows none of ours. */
  madeIn(resource: ResourceName, exchange: Exchange): WireRecord | null {
    const record = recordOf(exchange);
    return record && this.made.has({ resource, id: record.id }) ? record : null;
  }

  /** Takes a record for ours only where it says so itself: an answer may name the wrong one. */
  async noteMade(resource: ResourceName, { id, wire }: WireRecord): Promise<void> {
    if (this.isOurs(wire) || this.isOurs(recordOf(await this.ask('GET', this.item(resource, id)))?.wire)) {
      this.made.note({ resource, id });
    } else this.made.unsure.add(resource);
  }

  isOurs(wire: Wire | undefined): boolean {
    return JSON.stringify(wire ?? {}).includes(this.run);
  }

  /** The record as it is now. Throws `Unavailable` where it cannot be read. */
  async read(resource: ResourceName, id: ServerId): Promise<Wire> {
    const exchange = await this.ask('GET', this.item(resource, id));
    const record = statusOf(exchange) === 200 ? recordOf(exchange) : null;
    if (!record) throw new Unavailable(`a record could not be read (${inWords(exchange)})`);
    return record.wire;
  }

  /** The collection, read after the first record was made. */
  pull(resource: ResourceName): Promise<Pull> {
    return this.once(`${resource}.pull`, async () => {
      await this.firstAttempt(resource);
      return this.readAnew(resource);
    });
  }

  readAnew(resource: ResourceName, query = APP_PAGE, most = this.#options.mostPages): Promise<Pull> {
    const { path } = specOf(resource);
    return readPages({ query, most, ask: (page) => this.ask('GET', path + page) });
  }

  /** Deletes a record of ours, and makes sure. Answers why it is still there, or null. */
  async remove(resource: ResourceName, id: ServerId): Promise<string | null> {
    const path = this.item(resource, id);
    const exchange = await this.ask('DELETE', path);
    if (!isGone(exchange) && !isSuccess(exchange)) return inWords(exchange);
    const look = await this.ask('GET', path);
    const record = recordOf(look);
    if (record && this.isOurs(record.wire)) return `${inWords(exchange)}, and it is still there`;
    this.made.forget({ resource, id });
    return null;
  }
}

function madeBy({ made, exchange }: Attempt): Made {
  if (made) return made;
  throw new Unavailable(`a record that it needs could not be made (${whyNot(exchange)})`);
}

/** Why an answer names no record of ours. It may show somebody else's, which is nobody's business here. */
export function whyNot(exchange: Exchange): string {
  const record = recordOf(exchange);
  return record ? `${exchange.line}: it shows another record, ${record.id}` : inWords(exchange);
}
