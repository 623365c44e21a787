import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** How LISTEN is treated: an engine without it refuses, and a transaction pooler accepts it but forgets it. */
export type Listening = 'refused' | 'forgotten';

/**
 * After the startup message, each message begins with its type and its length, which includes the length field itself.
 */
const HEAD = 5;

/**
 * Starts a proxy to a PostgreSQL server that forwards everything except LISTEN, until the test ends. Returns its URL.
 */
export async function postgresGate(url: string, listening: Listening): Promise<string> {
  const { hostname, port } = new URL(url);
  const sockets = new Set<Socket>();
  const gate = createServer((client) => {
    const server = connect(Number(port), hostname);
    for (const socket of [client, server]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => [client, server].map((each) => each.destroy()));
    }
    server.on('data', (data) => client.write(data));
    const messages = new Messages();
    client.on('data', (data) => {
      for (const message of messages.in(data)) {
        if (isListen(message)) client.write(ANSWERS[listening]);
        else server.write(message);
      }
    });
  });
  gate.listen(0, '127.0.0.1');
  await once(gate, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    gate.close();
  });
  const address = gate.address();
  const own = new URL(url);
  own.hostname = '127.0.0.1';
  own.port = String(typeof address === 'object' ? address?.port : '');
  return own.href;
}

/** Reassembles a client's messages from the chunks that arrive. */
class Messages {
  #left: Buffer = Buffer.alloc(0);
  #isStarted = false;

  in(data: Buffer): readonly Buffer[] {
    const whole: Buffer[] = [];
    this.#left = Buffer.concat([this.#left, data]);
    for (;;) {
      const length = this.#nextLength();
      if (length === undefined || this.#left.length < length) return whole;
      whole.push(this.#left.subarray(0, length));
      this.#left = this.#left.subarray(length);
      this.#isStarted = true;
    }
  }

  #nextLength(): number | undefined {
    if (!this.#isStarted) return this.#left.length < 4 ? undefined : this.#left.readInt32BE(0);
    return this.#left.length < HEAD ? undefined : 1 + this.#left.readInt32BE(1);
  }
}

function isListen(message: Buffer): boolean {
  return message.toString('latin1', 0, 1) === 'Q' && /^listen\b/i.test(message.toString('utf8', HEAD));
}

function message(kind: string, ...texts: readonly string[]): Buffer {
  const body = Buffer.from(texts.map((text) => `${text}\0`).join(''));
  const head = Buffer.alloc(HEAD);
  head.write(kind);
  head.writeInt32BE(4 + body.length, 1);
  return Buffer.concat([head, body]);
}

const READY = Buffer.from([...Buffer.from('Z'), 0, 0, 0, 5, ...Buffer.from('I')]);
const ANSWERS: Readonly<Record<Listening, Buffer>> = {
  refused: Buffer.concat([
    message('E', 'SERROR', 'VERROR', 'C0A000', 'MLISTEN is not supported here', ''),
    READY,
  ]),
  forgotten: Buffer.concat([message('C', 'LISTEN'), READY]),
};
