import { asObject, type WireRecord } from '../src/domain/answer.ts';
import { uuidv7 } from '../src/domain/ids.ts';
import type { Fields, ResourceName, ServerId, Wire } from '../src/domain/resource-spec.ts';
import { specOf } from '../src/domain/resource-specs.ts';
import { TestAttachments } from './attachments.ts';
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
  /** In ms since 1970. */
  readonly now: number;
  /** 'https://crm.example.com' */
  readonly url: string;
  /** The app's origin, if another server serves it. */
  readonly origin: string | null;
  readonly mostPages: number;
  readonly fillPages: boolean;
}

export interface Made {
  readonly id: ServerId;
  /** The values of the form. References are the server's ids, as text. */
  readonly draft: Fields;
  readonly exchange: Exchange;
}

/** `made` is null if the answer names no record. */
export interface Attempt {
  readonly exchange: Exchange;
  readonly draft: Fields;
  readonly made: Made | null;
}

export class CheckContext {
  readonly session: Session;
  readonly url: string;
  readonly origin: string | null;
  readonly fillPages: boolean;
  readonly made = new MadeRecords();
  readonly settings = new ChangedSettings((...asked) => this.ask(...asked));
  readonly attachments = new TestAttachments(this);
  /** A mark in every created record, so that no other record is touched. */
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

  ask(
    method: Ask['method'],
    path: string,
    sent: Pick<Ask, 'body' | 'bytes' | 'headers'> = {},
  ): Promise<Exchange> {
    return this.session.ask({ method, path, ...sent });
  }

  once<T>(key: string, act: () => Promise<T>): Promise<T> {
    const before = this.#kept.get(key) as Promise<T> | undefined;
    const kept = before ?? act();
    if (!before) this.#kept.set(key, kept);
    return kept;
  }

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

  profile(): Promise<Exchange> {
    return this.once('profile', () => this.ask('GET', PROFILE_PATH));
  }

  /** Includes extensions that this app does not know. */
  async features(): Promise<ReadonlySet<string>> {
    const sync = asObject(objectIn(await this.profile())?.['sync']);
    const features = sync?.['v'] === 1 ? sync['features'] : [];
    return new Set(Array.isArray(features) ? features.filter((name) => typeof name === 'string') : []);
  }

  /** Most checks read and change this record. All of its fields are filled in. */
  first(resource: ResourceName): Promise<Made> {
    return this.once(`${resource}.first`, async () => madeBy(await this.firstAttempt(resource)));
  }

  firstAttempt(resource: ResourceName): Promise<Attempt> {
    return this.once(`${resource}.attempt`, () => this.attempt(resource, fullSample));
  }

  sparseAttempt(resource: ResourceName): Promise<Attempt> {
    return this.once(`${resource}.sparse`, () => this.attempt(resource, sparseSample));
  }

  async make(resource: ResourceName): Promise<Made> {
    return madeBy(await this.attempt(resource, fullSample));
  }

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
    // The server assigns a blank number.
    const draft = Object.fromEntries(Object.entries(whole).filter(([field]) => field in wire));
    const exchange = await this.post(resource, wire);
    const record = this.madeIn(resource, exchange);
    return { exchange, draft, made: record ? { id: record.id, draft, exchange } : null };
  }

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

  /** All records refer to the same customer. */
  async references(resource: ResourceName): Promise<Readonly<Record<string, ServerId>>> {
    const fields = specOf(resource).references.map(({ field }) => field);
    if (fields.length === 0) return {};
    const { id } = await this.first('customers');
    return Object.fromEntries(fields.map((field) => [field, id]));
  }

  wireOf(resource: ResourceName, draft: Fields, references: Wire): Wire {
    return { ...specOf(resource).encode(draft, 'create'), ...references };
  }

  async newWire(resource: ResourceName): Promise<Wire> {
    return this.wireOf(resource, await this.draft(resource), await this.references(resource));
  }

  /** Notes that the record may exist. */
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

  madeIn(resource: ResourceName, exchange: Exchange): WireRecord | null {
    const record = recordOf(exchange);
    return record && this.made.has({ resource, id: record.id }) ? record : null;
  }

  /** Notes only a record with our mark, because an answer may name the wrong record. */
  async noteMade(resource: ResourceName, { id, wire }: WireRecord): Promise<void> {
    if (this.isOurs(wire) || this.isOurs(recordOf(await this.ask('GET', this.item(resource, id)))?.wire)) {
      this.made.note({ resource, id });
    } else this.made.unsure.add(resource);
  }

  isOurs(wire: Wire | undefined): boolean {
    return JSON.stringify(wire ?? {}).includes(this.run);
  }

  async read(resource: ResourceName, id: ServerId): Promise<Wire> {
    const exchange = await this.ask('GET', this.item(resource, id));
    const record = statusOf(exchange) === 200 ? recordOf(exchange) : null;
    if (!record) throw new Unavailable(`a record could not be read (${inWords(exchange)})`);
    return record.wire;
  }

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

  /** Deletes a record of ours, and returns why it is still there. */
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
  throw new Unavailable(`a record that it needs could not be created (${whyNot(exchange)})`);
}

/** Leaves out the fields of other people's records. */
export function whyNot(exchange: Exchange): string {
  const record = recordOf(exchange);
  return record ? `${exchange.line}: it shows another record, ${record.id}` : inWords(exchange);
}
