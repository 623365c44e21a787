import { randomBytes } from 'node:crypto';
import { closeSync, constants, openSync, rmSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { basename, dirname, join } from 'node:path';

/*
 * Whether a process lives can be asked of the kernel alone: a process number means nothing in another container. A
 * socket file that somebody listens on tells it in every container that sees the file, and for as long as the process
 * lives, however busy it is: the kernel takes the connection for it.
 */

/** A listening socket file. Ends with the process, whatever ends it. */
export interface LockSocket {
  /** Name of the file, which lies beside the lock. */
  readonly name: string;
  close(): void;
}

/** Whether somebody listens on a socket file: 'gone' where there is no such file. */
export type Listening = 'yes' | 'no' | 'gone';

/** No socket file can be made beside the lock. The message is for a person. */
export class NoSocketFileError extends Error {
  override readonly name = 'NoSocketFileError';
  constructor(file: string, cause: unknown) {
    super(
      `${dirname(file)} takes no socket files (${cause instanceof Error ? cause.message : String(cause)}), so that ` +
        'nobody could tell whether another server uses the data folder. Set DATA_DIR to a folder on a disk of this ' +
        'machine, or DATABASE_URL to a PostgreSQL database.',
      { cause },
    );
  }
}

/**
 * Listens on a new socket file beside `file`. Null where the system has none that containers share: only Linux does.
 * @throws NoSocketFileError
 */
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
  // It must not keep a process from ending.
  server.unref();
  return {
    name,
    close: () => {
      // The server would remove it later, which a process that ends does not wait for.
      rmSync(join(dirname(file), name), { force: true });
      server.close(() => folder.close());
    },
  };
}

/** Asks whether somebody listens on the socket file `name` beside `file`. */
export async function isListening(file: string, name: string): Promise<Listening> {
  const folder = openFolder(file);
  try {
    return await asked(`${folder.path}/${name}`);
  } finally {
    folder.close();
  }
}

/** Linux takes no more than 107 characters for a socket's path; by the open folder every path is short. */
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

function asked(path: string): Promise<Listening> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => {
      socket.destroy();
      resolve('yes');
    });
    // A full queue, or a socket of another user: somebody is there.
    socket.once('error', (error) => {
      const code = 'code' in error ? error.code : undefined;
      resolve(code === 'ECONNREFUSED' ? 'no' : code === 'ENOENT' ? 'gone' : 'yes');
    });
  });
}
