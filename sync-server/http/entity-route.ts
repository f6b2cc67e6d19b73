import { jsonRoute } from './api-route.ts';

/** `GET /api/entity`: which business entity this host stands for, so that the sign-in page shows the right name and logo. */
export const entityRoute = jsonRoute({
  method: 'get',
  path: '/api/entity',
  access: 'open',
  handler: async ({ entity, services }) => ({ entity, siteVariant: services.env.SITE_VARIANT[entity] }),
});
