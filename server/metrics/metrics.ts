import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Database, QueryOptions, Row } from '../db/database.ts';

/** In seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Labels never contain addresses, names or values from clients. */
export class Metrics {
  readonly #registry = new Registry();
  readonly #requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: "Time from a request's headers to the end of its response",
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [this.#registry],
  });
  readonly #requestsInFlight = new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests that have not been answered yet',
    registers: [this.#registry],
  });
  readonly #statements = new Histogram({
    name: 'database_duration_seconds',
    help: 'Time that a query or a whole transaction took, including the wait for a connection',
    labelNames: ['kind'],
    buckets: BUCKETS,
    registers: [this.#registry],
  });
  readonly #statementsInFlight = new Gauge({
    name: 'database_in_flight',
    help: 'Queries and transactions that are running or waiting for a connection',
    labelNames: ['kind'],
    registers: [this.#registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.#registry });
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** Call this before any other hook is added. */
  watch(app: FastifyInstance): void {
    app.addHook('onRequest', async (request, reply) => {
      this.#requestsInFlight.inc();
      const { method, routeOptions } = request;
      const measured = this.#requests.startTimer({ method, route: routeOptions.url ?? 'none' });
      // Not onResponse, because a request whose client disconnects early must count as finished too.
      reply.raw.once('close', () => {
        this.#requestsInFlight.dec();
        measured({ status: reply.raw.writableFinished ? String(reply.statusCode) : 'aborted' });
      });
    });
  }

  measured(db: Database): Database {
    return {
      ...db,
      query: <R extends object = Row>(sql: string, values?: readonly unknown[], options?: QueryOptions) =>
        this.#timed('query', () => db.query<R>(sql, values, options)),
      transaction: (work, options) => this.#timed('transaction', () => db.transaction(work, options)),
    };
  }

  async #timed<T>(kind: 'query' | 'transaction', work: () => Promise<T>): Promise<T> {
    this.#statementsInFlight.inc({ kind });
    const measured = this.#statements.startTimer({ kind });
    try {
      return await work();
    } finally {
      measured();
      this.#statementsInFlight.dec({ kind });
    }
  }
}
