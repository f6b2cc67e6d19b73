import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import { jsonRoute } from './api-route.ts';

/**
 * `GET /api/entity`: the business entity of this host and its branding, so that pages before sign-in show the
 * right name and logo.
 */
export const entityRoute = jsonRoute({
  method: 'get',
  path: '/api/entity',
  access: 'open',
  handler: async ({ entity, services: { env } }) => {
    const { displayName, supportAddress, billingAddress } = ENTITY_PROFILE[entity];
    const file = `/entities/${entity.toLowerCase()}`;
    return {
      entity,
      siteVariant: env.SITE_VARIANT[entity],
      displayName,
      logo: { normal: `${file}.svg`, white: `${file}-white.svg` },
      supportAddress,
      billingAddress,
      cardPublicKey: env.CARD_PUBLIC_KEYS[entity],
    };
  },
});
