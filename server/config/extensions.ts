/** The most useful first. docs/your-own-server.md explains each. */
export const EXTENSIONS = [
  'client-uid',
  'if-match',
  'changes',
  'batch',
  'refresh-grace',
  'events',
  'sign-out',
  'company-settings',
  'field-rules',
  'attachments',
] as const;
export type Extension = (typeof EXTENSIONS)[number];
export type Extensions = ReadonlySet<Extension>;

/** Returns what sign-in and profile responses say about the extensions. */
export function announcement(extensions: Extensions): {
  readonly sync?: { readonly v: 1; readonly features: readonly Extension[] };
} {
  const features = EXTENSIONS.filter((extension) => extensions.has(extension));
  return features.length === 0 ? {} : { sync: { v: 1, features } };
}
