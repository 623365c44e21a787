/**
 * What the server offers beyond the plain contract, in the order in which it is worth having. What each means is in
 * docs/your-own-server.md.
 */
export const EXTENSIONS = [
  'client-uid',
  'if-match',
  'changes',
  'batch',
  'refresh-grace',
  'events',
  'sign-out',
] as const;
export type Extension = (typeof EXTENSIONS)[number];
export type Extensions = ReadonlySet<Extension>;

/** How the answers about a user and the tokens tell a client; nothing where nothing is offered. */
export function announcement(extensions: Extensions): {
  readonly sync?: { readonly v: 1; readonly features: readonly Extension[] };
} {
  const features = EXTENSIONS.filter((extension) => extensions.has(extension));
  return features.length === 0 ? {} : { sync: { v: 1, features } };
}
