import type { AddressInfo } from 'node:net';
import { errorCode } from '../config/error-code.ts';
import { UsageError } from '../config/usage-error.ts';

export interface Place {
  readonly host: string;
  readonly port: number;
  /** The variables that set host and port. */
  readonly from: { readonly host: string; readonly port: string };
}

/** Throws a `UsageError` that names the variable to change. */
export async function listenAt(place: Place, listen: () => Promise<unknown>): Promise<void> {
  try {
    await listen();
  } catch (error) {
    const code = errorCode(error);
    const { host, port, from } = place;
    const address = `${host}:${port}`;
    if (code === 'EADDRINUSE') {
      throw new UsageError(
        `${address} is already in use. Stop what is running there, or set ${from.port} to another number.`,
      );
    }
    if (code === 'EACCES')
      throw new UsageError(
        `This user is not allowed to listen on ${address}. Set ${from.port} to 1024 or above.`,
      );
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new UsageError(`This machine has no address ${host}. Set ${from.host} to another address.`);
    }
    throw error;
  }
}

function isEverywhere({ address }: AddressInfo): boolean {
  return address === '0.0.0.0' || address === '::';
}

/** 'localhost:8080' for a server that listens everywhere. */
export function addressOf(bound: AddressInfo): string {
  const host = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
  return `${isEverywhere(bound) ? 'localhost' : host}:${bound.port}`;
}
