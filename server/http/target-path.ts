/** How a target of a request may begin beside with its path (RFC 9112, 3.2.2); the router leaves it out as well. */
const ORIGIN = /^https?:\/\/[^/]*(?=\/)/i;

/** The path of a request's target as it was sent, without an origin before it and the query behind it. */
export function pathIn(target: string): string {
  return target.replace(ORIGIN, '').split(/[?#]/, 1)[0] ?? '';
}

/** The same as the router reads it: '/%61pi/' is '/api/'. What cannot be decoded stays as it was sent. */
export function decodedPathIn(target: string): string {
  const path = pathIn(target);
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return path;
  }
}
