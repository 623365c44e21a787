import Fastify from 'fastify';
import type { Call } from './load.ts';

// Answers each call with a given text. Uses the server's framework, and runs in its own process.

process.once('message', (answers: readonly { readonly call: Call; readonly text: string }[]) => {
  const app = Fastify({ logger: false });
  for (const { call, text } of answers) {
    app.route({
      method: call.method,
      url: new URL(call.path, 'http://localhost').pathname,
      handler: (_, reply) => reply.type('application/json; charset=utf-8').send(text),
    });
  }
  void app.listen({ port: 0, host: '127.0.0.1' }).then((url) => process.send?.(url));
});
