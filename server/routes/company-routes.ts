import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Tokens } from '../auth/tokens.ts';
import type { Database } from '../db/database.ts';
import { registerEndpoint } from '../http/endpoint.ts';
import { textParameter } from '../http/query-fields.ts';
import { readableBody } from '../http/read-body.ts';
import { authentication, callerOf, companyOf } from '../plugins/authentication.ts';
import { nameOf } from '../repositories/accounts.ts';
import { changeCompanySettings, readCompanySettings } from '../repositories/company-settings.ts';
import {
  assertCurrentSettings,
  settingsBody,
  settingsIn,
  settingsInput,
  shownSettings,
  wholeSettingsBody,
} from '../resources/company-settings.ts';
import { expectedIn, tagOf } from '../resources/expected-version.ts';

const TAGS = ['company'];

interface CompanyServices {
  readonly db: Database;
  readonly tokens: Tokens;
}

/** Every user may change the settings that a company's devices share. */
export async function companyRoutes(app: FastifyInstance, { db, tokens }: CompanyServices): Promise<void> {
  app.addHook('onRequest', authentication(db, tokens));
  registerEndpoint(app, '/api/v1/company/settings/', {
    GET: {
      schema: {
        tags: TAGS,
        summary: "The company's settings; only their version if that equals `known`",
        querystring: z.object({ known: textParameter() }),
        response: { 200: settingsBody.describe('OK') },
      },
      async handler(request, reply) {
        const stored = await companyOf(db, request).within(readCompanySettings);
        const { version } = stored;
        reply.header('etag', tagOf(version));
        return request.query.known === String(version) ? { version } : shownSettings(stored);
      },
    },
    PATCH: {
      schema: {
        tags: TAGS,
        summary: "Change the company's settings",
        body: readableBody(settingsInput),
        response: {
          200: wholeSettingsBody.describe('OK'),
          412: wholeSettingsBody.describe(
            'The settings are no longer at the expected version. The body is the current settings',
          ),
        },
      },
      async handler(request, reply) {
        const change = { values: settingsIn(request.body), by: nameOf(callerOf(request)) };
        const expected = expectedIn(request.headers['if-match']);
        const stored = await companyOf(db, request).change((scope) =>
          changeCompanySettings(scope, change, (before) => assertCurrentSettings(before, expected)),
        );
        reply.header('etag', tagOf(stored.version));
        return shownSettings(stored);
      },
    },
  });
}
