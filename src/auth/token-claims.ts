/**
 * The `user_id` claim of a JSON Web Token (RFC 7519) as SimpleJWT writes it, as text; null for a token of
 * any other form. Nothing is verified: it only tells whose database to open.
 */
export function userIdClaim(token: string): string | null {
  const payload = token.split('.')[1];
  if (payload === undefined) return null;
  try {
    const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as {
      user_id?: unknown;
    } | null;
    const id = claims?.user_id;
    return typeof id === 'string' || typeof id === 'number' ? String(id) : null;
  } catch {
    return null;
  }
}
