/** What the server announced beyond the plain contract, last time somebody asked who is signed in. */
export interface CapabilitiesRow {
  readonly key: 'capabilities';
  readonly features: readonly string[];
}
