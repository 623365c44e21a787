import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Tokens } from '../auth/tokens.ts';
import { throttled } from '../http/problem.ts';
import { ANSWER_BYTES } from '../http/size-limits.ts';
import { bearerOf, callerOf } from './authentication.ts';

/** The most bytes of responses in progress, before compression. */
export type AnswerLimits = Readonly<Record<keyof typeof LIMITS, number>>;

const LIMITS = {
  /** Across all of the user's devices. */
  user: 12 * ANSWER_BYTES,
  company: 48 * ANSWER_BYTES,
};
/** Assumed for an answer with one record, or a feed page without news. */
const RECORD_BYTES = ANSWER_BYTES / 8;
/** A response takes only a moment, unless its client does not read it. */
const RETRY_AFTER_SECONDS = 2;
const REFUSAL_MS = 500;

interface Answer {
  readonly keys: Readonly<Record<keyof AnswerLimits, string>>;
  bytes: number;
  /** If the client disconnects before its request has fully arrived, no answer is made. */
  state: 'asked' | 'beingMade' | 'made';
  disconnected: boolean;
}

/**
 * Counts the bytes of responses in progress, from the accepted request (at the maximum size) to the last byte handed to
 * the network. Even if the connection is lost, a response counts until it has been made. Each process counts for
 * itself.
 */
export class AnswersUnderWay {
  readonly #bytes = new Map<string, number>();
  readonly #answers = new WeakMap<FastifyRequest, Answer>();
  readonly #limits: AnswerLimits;

  constructor(limits: Partial<AnswerLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  /**
   * Refuses with 429. Checks the user before the database is queried, so call this before adding the authentication
   * hook. Checks the company after authentication.
   */
  limit(app: FastifyInstance, tokens: Tokens): void {
    app.addHook('onRequest', async (request) => {
      const { userId } = await bearerOf(request, tokens);
      if (!this.#hasRoom('user', userKey(userId), bytesOf(request))) await refuse();
    });
    app.addHook('preParsing', async (request, reply) => this.#admit(request, reply));
    app.addHook('preHandler', async (request) => {
      const answer = this.#answers.get(request);
      if (!answer) return;
      answer.state = 'beingMade';
      if (answer.disconnected) this.#weigh(answer, bytesOf(request));
    });
    app.addHook('onSend', async (request, _reply, payload) => {
      const answer = this.#answers.get(request);
      if (!answer) return payload;
      // Encodes a text once, instead of for its length, for compression and for the network.
      const body = typeof payload === 'string' ? Buffer.from(payload) : payload;
      answer.state = 'made';
      this.#weigh(answer, answer.disconnected ? 0 : sizeOf(body));
      return body;
    });
  }

  /** Assumes the maximum size from now on, or throws a 429. */
  expectLarge(request: FastifyRequest): void {
    const answer = this.#answers.get(request);
    if (!answer) return;
    if (!this.#mayGrow(answer, ANSWER_BYTES - answer.bytes)) throw throttled(RETRY_AFTER_SECONDS);
    this.#weigh(answer, ANSWER_BYTES);
  }

  async #admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { id, companyId } = callerOf(request);
    const answer: Answer = {
      keys: { user: userKey(id), company: `company ${companyId}` },
      bytes: 0,
      state: 'asked',
      disconnected: false,
    };
    if (!this.#mayGrow(answer, bytesOf(request))) await refuse();
    this.#weigh(answer, bytesOf(request));
    this.#answers.set(request, answer);
    const { socket } = request.raw;
    const over = (): void => {
      reply.raw.off('close', over);
      socket.off('close', over);
      answer.disconnected = true;
      if (answer.state !== 'beingMade') this.#weigh(answer, 0);
    };
    // With pipelined requests, a later response gets no event of its own when the connection is lost.
    reply.raw.once('close', over);
    socket.once('close', over);
    if (socket.destroyed) over();
  }

  #mayGrow({ keys }: Answer, bytes: number): boolean {
    return this.#hasRoom('user', keys.user, bytes) && this.#hasRoom('company', keys.company, bytes);
  }

  #hasRoom(limit: keyof AnswerLimits, sender: string, bytes: number): boolean {
    return this.#of(sender) + bytes <= this.#limits[limit];
  }

  #of(sender: string): number {
    return this.#bytes.get(sender) ?? 0;
  }

  #weigh(answer: Answer, bytes: number): void {
    for (const sender of Object.values(answer.keys)) {
      const sum = this.#of(sender) - answer.bytes + bytes;
      if (sum > 0) this.#bytes.set(sender, sum);
      else this.#bytes.delete(sender);
    }
    answer.bytes = bytes;
  }
}

function userKey(userId: number): string {
  return `user ${userId}`;
}

/** Delayed, so that a client that retries without a pause costs little. */
async function refuse(): Promise<never> {
  await setTimeout(REFUSAL_MS);
  throw throttled(RETRY_AFTER_SECONDS);
}

function bytesOf(request: FastifyRequest): number {
  return request.routeOptions.config.large === 'mostly' ? ANSWER_BYTES : RECORD_BYTES;
}

function sizeOf(payload: unknown): number {
  return Buffer.isBuffer(payload) ? payload.length : 0;
}
