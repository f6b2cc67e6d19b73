import { BUSINESS_ENTITIES, type BusinessEntity } from '#db/values/business-entity.ts';
import type { EntityHosts } from './entity-hosts.ts';

/** Where each business unit is reached by its customers, without a slash at the end. */
export type PublicUrls = ReadonlyMap<BusinessEntity, string>;

/** Reads `ENTITY=https://host,…`; throws a plain Error that names the part which is wrong. */
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
 * The address that links in e-mails begin with. Settings alone decide: what a request says of its host never reaches
 * somebody's mailbox.
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
 * Reports whether customers reach a business unit over https. The settings decide it, never a header of a request, which
 * anybody may send: cookies are Secure and browsers are held to https exactly there.
 */
export const isServedOverHttps = (
  env: { PUBLIC_URLS: PublicUrls; ENTITY_HOSTS: EntityHosts; PORT: number },
  entity: BusinessEntity,
): boolean => publicUrl(env, entity).startsWith('https:');
