/** An absolute-form request target begins with an origin (RFC 9112, 3.2.2), which the router ignores as well. */
const ORIGIN = /^https?:\/\/[^/]*(?=\/)/i;

export function pathIn(target: string): string {
  return target.replace(ORIGIN, '').split(/[?#]/, 1)[0] ?? '';
}

/** Decodes like the router: '/%61pi/' is '/api/'. A path that cannot be decoded stays as sent. */
export function decodedPathIn(target: string): string {
  const path = pathIn(target);
  try {
    return decodeURIComponent(path);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return path;
  }
}
