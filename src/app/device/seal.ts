import type { Seal, Sealing } from '../../domain/ports.ts';

const SALT_BYTES = 16;
/** The nonce of AES-GCM. Its last four bytes are the number of the part; the salt makes the key new for each file. */
const NONCE_BYTES = 12;

export function browserSealing(): Sealing | null {
  const { subtle } = crypto;
  if (!subtle) return null;
  return {
    newSalt: () => hexOf(crypto.getRandomValues(new Uint8Array(SALT_BYTES))),
    sealWith: async (passphrase, salt, rounds) => {
      // Keyboards write accents in different ways. This gives texts that look the same one form.
      const secret = new TextEncoder().encode(passphrase.normalize('NFKC'));
      const base = await subtle.importKey('raw', secret, 'PBKDF2', false, ['deriveKey']);
      const key = await subtle.deriveKey(
        { name: 'PBKDF2', hash: 'SHA-256', salt: bytesOf(salt), iterations: rounds },
        base,
        { name: 'AES-GCM', length: 256 },
        false,
        ['encrypt', 'decrypt'],
      );
      const seal: Seal = {
        seal: (n, bytes) => subtle.encrypt({ name: 'AES-GCM', iv: nonceOf(n) }, key, bytes),
        open: (n, bytes) => subtle.decrypt({ name: 'AES-GCM', iv: nonceOf(n) }, key, bytes),
      };
      return seal;
    },
  };
}

function nonceOf(n: number): ArrayBuffer {
  const nonce = new ArrayBuffer(NONCE_BYTES);
  new DataView(nonce).setUint32(NONCE_BYTES - 4, n);
  return nonce;
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  const pairs = hex.match(/../g) ?? [];
  return new Uint8Array(pairs.map((pair) => Number.parseInt(pair, 16)));
}
