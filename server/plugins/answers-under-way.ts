import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Tokens } from '../auth/tokens.ts';
import { ANSWER_BYTES } from '../http/answer-size.ts';
import { throttled } from '../http/problem.ts';
import { bearerOf, callerOf } from './authentication.ts';

/** What may be under way at a time, in bytes before compression. */
export type AnswerLimits = Readonly<Record<keyof typeof LIMITS, number>>;

const LIMITS = {
  /** For one user, by whatever device. */
  user: 12 * ANSWER_BYTES,
  /** For all users of a company together. */
  company: 48 * ANSWER_BYTES,
};
/** What the answer to a request for one record, or for a feed that has nothing new, is taken for. */
const RECORD_BYTES = ANSWER_BYTES / 8;
/** An answer is under way for a moment, unless its client does not read it. */
const RETRY_AFTER_SECONDS = 2;
const REFUSAL_MS = 500;

interface Answer {
  /** By whom. */
  readonly sent: Readonly<Record<keyof AnswerLimits, string>>;
  bytes: number;
  /** Nothing is made of a request whose client has gone before all of it was here. */
  state: 'asked' | 'beingMade' | 'made';
  /** Nobody waits for it any more. */
  gone: boolean;
}

/**
 * Counts what is being answered: from the moment that a request is let in, when its answer is taken for as large as it
 * may become, until the last byte was handed to the network; where the connection is gone while it is made, until it was
 * made for nobody, since that is work all the same. Each process counts for itself.
 */
export class AnswersUnderWay {
  readonly #bytes = new Map<string, number>();
  readonly #answers = new WeakMap<FastifyRequest, Answer>();
  readonly #limits: AnswerLimits;

  /** @param limits other than the usual ones */
  constructor(limits: Partial<AnswerLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  /**
   * Has the routes of `app` refuse with 429 who has too much under way: a user before the database is asked anything, so
   * that this comes before the hook that authenticates; a company after it.
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
      if (answer.gone) this.#weigh(answer, bytesOf(request));
    });
    app.addHook('onSend', async (request, _reply, payload) => {
      const answer = this.#answers.get(request);
      if (!answer) return payload;
      // Encoded once: as a string it would be for its length, for the network, and for compression.
      const sent = typeof payload === 'string' ? Buffer.from(payload) : payload;
      answer.state = 'made';
      this.#weigh(answer, answer.gone ? 0 : sizeOf(sent));
      return sent;
    });
  }

  /**
   * Takes the answer to a request that was taken for a small one for as large as an answer may become. Throws a 429 where
   * its sender has too much under way for that.
   */
  expectLarge(request: FastifyRequest): void {
    const answer = this.#answers.get(request);
    if (!answer) return;
    if (!this.#mayGrow(answer, ANSWER_BYTES - answer.bytes)) throw throttled(RETRY_AFTER_SECONDS);
    this.#weigh(answer, ANSWER_BYTES);
  }

  async #admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { id, companyId } = callerOf(request);
    const answer: Answer = {
      sent: { user: userKey(id), company: `company ${companyId}` },
      bytes: 0,
      state: 'asked',
      gone: false,
    };
    if (!this.#mayGrow(answer, bytesOf(request))) await refuse();
    this.#weigh(answer, bytesOf(request));
    this.#answers.set(request, answer);
    const { socket } = request.raw;
    const over = (): void => {
      reply.raw.off('close', over);
      socket.off('close', over);
      answer.gone = true;
      if (answer.state !== 'beingMade') this.#weigh(answer, 0);
    };
    // The answer to a request that was sent behind another one is told nothing when their connection is gone.
    reply.raw.once('close', over);
    socket.once('close', over);
    if (socket.destroyed) over();
  }

  #mayGrow({ sent }: Answer, bytes: number): boolean {
    return this.#hasRoom('user', sent.user, bytes) && this.#hasRoom('company', sent.company, bytes);
  }

  #hasRoom(limit: keyof AnswerLimits, sender: string, bytes: number): boolean {
    return this.#of(sender) + bytes <= this.#limits[limit];
  }

  #of(sender: string): number {
    return this.#bytes.get(sender) ?? 0;
  }

  #weigh(answer: Answer, bytes: number): void {
    for (const sender of Object.values(answer.sent)) {
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

/** Not at once: whoever asks again without a pause has most of the time no more than these under way. */
async function refuse(): Promise<never> {
  await setTimeout(REFUSAL_MS);
  throw throttled(RETRY_AFTER_SECONDS);
}

/** What the answer to a request is taken for until it is known. */
function bytesOf(request: FastifyRequest): number {
  return request.routeOptions.config.large === 'mostly' ? ANSWER_BYTES : RECORD_BYTES;
}

function sizeOf(payload: unknown): number {
  return Buffer.isBuffer(payload) ? payload.length : 0;
}
