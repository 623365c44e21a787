import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** A connection that sends one request after another and never reads the answers. */
export class UnreadAnswers {
  readonly socket: Socket;
  readonly #request: string;

  private constructor(socket: Socket, request: string) {
    this.socket = socket;
    this.#request = request;
  }

  static async open(
    url: string,
    { path, token }: { readonly path: string; readonly token: string },
  ): Promise<UnreadAnswers> {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    // The server may disconnect this client.
    socket.on('error', () => {});
    socket.pause();
    await once(socket, 'connect');
    return new UnreadAnswers(
      socket,
      `GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\n\r\n`,
    );
  }

  ask(): void {
    this.socket.write(this.#request);
  }
}
