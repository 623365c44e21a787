import { announcedIn } from '../../src/api/sync-api.ts';
import { type Check, fails, needless, OK, skipped } from '../check.ts';
import { inWords, isSuccess, objectIn, shown, statusOf } from '../exchange.ts';
import { REFRESH_PATH, tokensIn } from '../session.ts';
import { extensionChecks } from './extension.ts';

const THEME = 'Extensions';

export const announcementChecks: readonly Check[] = [
  {
    id: 'extensions.announced',
    theme: THEME,
    level: 'extension',
    asks: 'The answer about the signed-in user lists the server’s extensions: "sync": {"v": 1, "features": ["client-uid", …]}.',
    otherwise: 'The app does not use it, and works as on the plain contract.',
    run: async (context) => {
      const profile = objectIn(await context.profile());
      const sync = profile?.['sync'];
      if (sync !== undefined) {
        const features = await context.features();
        const isEmpty = JSON.stringify(sync).includes('"features":[]');
        return features.size > 0 || isEmpty ? OK : fails(`sync is ${shown(sync)}`);
      }
      const inTokens = objectIn(await context.session.signIn())?.['sync'];
      if (inTokens !== undefined) return fails('sync is in the answer with the tokens, not in the profile');
      return needless('the server announces none, so the plain contract applies');
    },
  },
  {
    id: 'extensions.batch-keys',
    theme: THEME,
    level: 'extension',
    asks: 'A server that announces batch also announces client-uid.',
    otherwise: 'The app sends its changes one by one: in a batch it could not tell two equal records apart.',
    run: async (context) => {
      const known = announcedIn(objectIn(await context.profile()));
      if (!known.includes('batch')) return needless('the server does not announce batch');
      return known.includes('client-uid') ? OK : fails(`it announces ${known.join(', ')}`);
    },
  },
  {
    id: 'extensions.events-feed',
    theme: THEME,
    level: 'extension',
    asks: 'A server that announces events also announces changes.',
    otherwise: 'The app does not listen: it would learn that something changed, but could not ask what.',
    run: async (context) => {
      const known = announcedIn(objectIn(await context.profile()));
      if (!known.includes('events')) return needless('the server does not announce events');
      return known.includes('changes') ? OK : fails(`it announces ${known.join(', ')}`);
    },
  },
];

export const refreshGraceChecks = extensionChecks('refresh-grace', [
  {
    name: 'again',
    asks: 'A refresh token used again within a minute gets the same valid successor.',
    otherwise:
      'If the answer to a renewal is lost, the user is signed out and has to type the password. Nothing is lost.',
    run: async ({ session }) => {
      const first = tokensIn(await session.signIn());
      if (!first) return skipped('the user could not sign in');
      const renew = (refresh: string) =>
        session.client.send({ method: 'POST', path: REFRESH_PATH, body: { refresh } });
      const next = objectIn(await renew(first.refresh))?.['refresh'];
      if (typeof next !== 'string') return skipped('refresh tokens are not replaced');
      const again = await renew(first.refresh);
      const same = objectIn(again)?.['refresh'];
      if (typeof same !== 'string') return fails(`the second use: ${inWords(again)}`);
      if (same !== next) return fails('the second use got another successor');
      const last = await renew(next);
      return objectIn(last) ? OK : fails(`the successor, ${inWords(last)}`);
    },
  },
]);

const SIGN_OUT_PATH = '/api/v1/auth/token/blacklist/';

export const signOutChecks = extensionChecks('sign-out', [
  {
    name: 'ends',
    asks: `POST ${SIGN_OUT_PATH} with refresh returns 2xx, and the token is refused from then on.`,
    otherwise: 'A log-out only removes the tokens from the device: a copy of them stays valid.',
    run: async ({ session }) => {
      const tokens = tokensIn(await session.signIn());
      if (!tokens) return skipped('the user could not sign in');
      const post = (path: string) =>
        session.client.send({ method: 'POST', path, body: { refresh: tokens.refresh } });
      const ended = await post(SIGN_OUT_PATH);
      if (!isSuccess(ended)) return fails(inWords(ended));
      const again = await post(REFRESH_PATH);
      // Leaves out the body, which may hold a token.
      return [400, 401, 403].includes(statusOf(again))
        ? OK
        : fails(`afterwards, ${again.line}: ${statusOf(again)}`);
    },
  },
]);
