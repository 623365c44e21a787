import { randomBytes } from 'node:crypto';
import { closeSync, constants, openSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { errorCode } from '../config/error-code.ts';

/*
 * A process id means nothing in another container. In any container, a listening socket file shows that its process is
 * alive: the kernel accepts the connection, however busy the process is.
 */

/** The kernel closes the socket when the process exits. */
export interface LockSocket {
  readonly name: string;
  close(): void;
}

/** 'gone' if the socket file does not exist. */
export type Listening = 'yes' | 'no' | 'gone';

export class NoSocketFileError extends Error {
  override readonly name = 'NoSocketFileError';
  constructor(file: string, cause: unknown) {
    super(
      `${dirname(file)} does not support socket files (${cause instanceof Error ? cause.message : String(cause)}), so ` +
        'there is no way to tell whether another server is using the data folder. Set DATA_DIR to a folder on a disk ' +
        'of this machine, or DATABASE_URL to a PostgreSQL database.',
      { cause },
    );
  }
}

/** Null except on Linux: elsewhere, containers do not share sockets. Throws `NoSocketFileError`. */
export async function listenBeside(file: string): Promise<LockSocket | null> {
  if (process.platform !== 'linux') return null;
  const name = `${basename(file)}.${randomBytes(4).toString('hex')}.socket`;
  const server = createServer((socket) => socket.destroy());
  const folder = openFolder(file);
  try {
    await listening(server, `${folder.path}/${name}`);
  } catch (error) {
    folder.close();
    throw new NoSocketFileError(file, error);
  }
  // The socket must not keep the process running.
  server.unref();
  return {
    name,
    close: () => {
      // A process that is exiting does not wait for `server.close` to remove the file.
      rmSync(join(dirname(file), name), { force: true });
      server.close(() => folder.close());
    },
  };
}

export async function isListening(file: string, name: string): Promise<Listening> {
  const folder = openFolder(file);
  try {
    return await probe(`${folder.path}/${name}`);
  } finally {
    folder.close();
  }
}

/** Linux limits a socket path to 107 characters. A path through the open folder is always short. */
function openFolder(file: string): { readonly path: string; readonly close: () => void } {
  const fd = openSync(dirname(file), constants.O_RDONLY | constants.O_DIRECTORY);
  return { path: `/proc/self/fd/${fd}`, close: () => closeSync(fd) };
}

function listening(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(path, resolve);
  });
}

function probe(path: string): Promise<Listening> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve('yes');
    });
    // Any other error, such as a full queue or another user's socket, means that the process is alive.
    socket.once('error', (error) => {
      const code = errorCode(error);
      resolve(code === 'ECONNREFUSED' ? 'no' : code === 'ENOENT' ? 'gone' : 'yes');
    });
  });
}
