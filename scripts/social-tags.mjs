const PICTURE = '/screenshots/social.jpg';

/**
 * Returns the link preview tags that need the app's public address, because other sites fetch the picture. Without an
 * address, returns none: a dead link is worse than no picture.
 */
export function socialTags(origin) {
  if (origin === '') return [];
  const host = URL.canParse(origin) ? new URL(origin) : null;
  if (!host || !/^https?:$/.test(host.protocol) || host.origin !== origin.replace(/\/$/, ''))
    throw new Error(
      `VITE_PUBLIC_ORIGIN is '${origin}': give the app's own address as https://host, without a path.`,
    );
  return [
    ['og:url', `${host.origin}/`],
    ['og:image', `${host.origin}${PICTURE}`],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
  ].map(([property, content]) => ({ tag: 'meta', attrs: { property, content }, injectTo: 'head' }));
}
