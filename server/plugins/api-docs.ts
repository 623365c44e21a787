import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** Serves /api/docs/ and /api/docs/json (OpenAPI). Register before the routes. */
export async function addApiDocs(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    transform: jsonSchemaTransform,
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Restoration CRM', version: '1' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
      security: [{ bearer: [] }],
    },
  });
  await app.register(swaggerUi, { routePrefix: '/api/docs' });
}
