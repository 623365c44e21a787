import type { FastifyRequest } from 'fastify';

/** Who sent a request, as far as known. For the log only, not for authorization. */
export interface Sender {
  /** Undefined when the client had disconnected already. */
  readonly address: string | undefined;
  readonly user?: number;
  readonly company?: number;
}

const senders = new WeakMap<FastifyRequest, Sender>();

/** Records the address of a request while its connection is open. */
export function noteAddress(request: FastifyRequest): void {
  senders.set(request, { address: plainAddress(request.ip) });
}

/** Records the user of a request, even of a refused one. */
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

/** An IPv4 address in its usual form, even when the server listens on IPv6. */
export function plainAddress(address: string | undefined): string | undefined {
  return address?.replace(/^::ffff:(?=\d+\.)/i, '');
}
