import type { FastifyRequest } from 'fastify';

/** Who sent a request, as far as it is known: for the log, and not a right to anything. */
export interface Sender {
  /** Nothing where the client was gone before its request was looked at. */
  readonly address: string | undefined;
  readonly user?: number;
  readonly company?: number;
}

const senders = new WeakMap<FastifyRequest, Sender>();

/** Notes where a request comes from, as long as its connection tells. */
export function noteAddress(request: FastifyRequest): void {
  senders.set(request, { address: plainAddress(request.ip) });
}

/** Notes whose request it is, also where it is refused. */
export function noteUser(
  request: FastifyRequest,
  user: { readonly id: number; readonly companyId?: number },
): void {
  const company = user.companyId === undefined ? {} : { company: user.companyId };
  senders.set(request, { ...senderOf(request), user: user.id, ...company });
}

export function senderOf(request: FastifyRequest): Sender {
  return senders.get(request) ?? { address: plainAddress(request.ip) };
}

/** An address of IPv4 as everybody else writes it, also where the server listens on IPv6. */
export function plainAddress(address: string | undefined): string | undefined {
  return address?.replace(/^::ffff:(?=\d+\.)/i, '');
}
