import type { Passing, Translation } from './layer.ts';

/**
 * Makes a server with JSON Web Tokens look like one with opaque tokens: the browser gets 'opaque-1', 'opaque-2', …, and
 * the server gets its own tokens back.
 */
export function opaqueTokens(): Translation {
  const real = new Map<string, string>();
  const known = (words: string): string => words.replace(/opaque-\d+/g, (name) => real.get(name) ?? name);
  return {
    toServer: (request) => {
      const authorization = request.headers.get('authorization');
      if (authorization !== null) request.headers.set('authorization', known(authorization));
      if (isTokenCall(request)) request.body = known(request.body);
    },
    toBrowser: (answer) => {
      if (!isTokenCall(answer)) return;
      answer.body = answer.body.replace(/[\w-]+\.[\w-]+\.[\w-]+/g, (token) => {
        const name = `opaque-${real.size + 1}`;
        real.set(name, token);
        return name;
      });
    },
  };
}

function isTokenCall({ path }: Passing): boolean {
  return path.startsWith('/api/v1/auth/token/');
}
