import { BUSINESS_ENTITIES, type BusinessEntity } from '#db/values/business-entity.ts';
import type { EntityHosts } from './entity-hosts.ts';

/** The public URL of each business entity, without a slash at the end. */
export type PublicUrls = ReadonlyMap<BusinessEntity, string>;

/** Parse `ENTITY=https://host,…`; throws a plain Error that names the wrong part. */
export function parsePublicUrls(text: string): PublicUrls {
  const urls = new Map<BusinessEntity, string>();
  for (const part of text.split(',').map((piece) => piece.trim())) {
    if (part === '') continue;
    const [name, address = ''] = part.split(/=(.*)/s);
    const entity = BUSINESS_ENTITIES.find((known) => known === name);
    if (!entity || !/^https?:\/\/[^/\s]+\/?$/.test(address))
      throw new Error(`"${part}" is not ENTITY=https://host`);
    urls.set(entity, new URL(address).origin);
  }
  return urls;
}

/**
 * Return the base URL for links in emails. Only settings decide, so that the host of a request never reaches
 * a mailbox.
 */
export function publicUrl(
  env: { PUBLIC_URLS: PublicUrls; ENTITY_HOSTS: EntityHosts; PORT: number },
  entity: BusinessEntity,
): string {
  const configured = env.PUBLIC_URLS.get(entity);
  if (configured) return configured;
  const host = [...env.ENTITY_HOSTS].find(([, candidate]) => candidate === entity)?.[0] ?? 'localhost';
  const local = host === 'localhost' || host.endsWith('.localhost') || host.startsWith('127.');
  return local ? `http://${host}:${env.PORT}` : `https://${host}`;
}

/**
 * Report whether a business entity is served over https: exactly there cookies are Secure and browsers are
 * pinned to https. Settings decide, never a request header, which anybody may send.
 */
export const isServedOverHttps = (
  env: { PUBLIC_URLS: PublicUrls; ENTITY_HOSTS: EntityHosts; PORT: number },
  entity: BusinessEntity,
): boolean => publicUrl(env, entity).startsWith('https:');
