import { readEntity } from '#db/api/system.ts';
import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import { serveCall } from './serve-call.ts';

/**
 * `GET /api/entity`: the business entity of this host and its branding, so that pages before sign-in show the
 * right name and logo.
 */
export const entityRoute = serveCall(readEntity, async ({ entity, services: { env } }) => {
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
});
