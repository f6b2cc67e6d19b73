import { Lab } from '#db/access/lab.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { BUSINESS_ENTITIES, type BusinessEntity } from '#db/values/business-entity.ts';

/** Host name (without port, lower case) → business entity. */
type EntityHosts = ReadonlyMap<string, BusinessEntity>;

export const DEFAULT_ENTITY_HOSTS = 'localhost=WBL,resonant.localhost=RESONANT';

/** Parse `host=ENTITY,host=ENTITY`; throws a plain Error that names the wrong part. */
export function parseEntityHosts(text: string): EntityHosts {
  const hosts = new Map<string, BusinessEntity>();
  for (const part of text.split(',').map((piece) => piece.trim())) {
    if (part === '') continue;
    const [host, name, ...rest] = part.split('=').map((piece) => piece.trim());
    const entity = BUSINESS_ENTITIES.find((known) => known === name);
    if (!host || !entity || rest.length > 0) {
      throw new Error(`"${part}" is not host=ENTITY; entities are ${BUSINESS_ENTITIES.join(' and ')}`);
    }
    hosts.set(host.toLowerCase(), entity);
  }
  if (hosts.size === 0) throw new Error(`name at least one host, for example ${DEFAULT_ENTITY_HOSTS}`);
  return hosts;
}

const withoutPort = (host: string): string =>
  host.replace(/:(\d{1,5})$/, (match, port) => (Number(port) <= 65_535 ? '' : match));

/**
 * Host header without its port; IPv6 literals keep their brackets, and an impossible port stays in the name.
 */
export const hostName = (header: string): string => withoutPort(header.toLowerCase()).replace(/\.$/, '');

/** Return the business entity of a request's Host header; throws for any other host. */
export function entityOfHost(header: string | undefined, hosts: EntityHosts): BusinessEntity {
  if (!header) throw new AppError('BAD_REQUEST', MESSAGES.hostNotDefined);
  const entity = hosts.get(hostName(header));
  if (!entity) throw new AppError('BAD_REQUEST', MESSAGES.invalidHost);
  return entity;
}

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

/** The lab whose bench serves both business entities. */
export const DEFAULT_LABS = 'WBL=WBL,RESONANT';

/**
 * Parse `LAB=ENTITY,ENTITY;LAB=ENTITY`: the labs and the business entities that their benches serve; the first
 * is the one that the lab's staff belong to. Throws a plain Error that names the wrong part.
 */
export function parseLabs(text: string): readonly Lab[] {
  const labs = text
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const [id, names = ''] = part.split(/=(.*)/s).map((piece) => piece.trim());
      const entities = names.split(',').map((name) => name.trim());
      const lab = Lab.safeParse({ id, home: entities[0], entities });
      if (!lab.success)
        throw new Error(`"${part}" is not LAB=ENTITY,…; entities are ${BUSINESS_ENTITIES.join(' and ')}`);
      return lab.data;
    });
  for (const entity of BUSINESS_ENTITIES) {
    const serving = labs.filter(({ entities }) => entities.includes(entity));
    if (serving.length !== 1) throw new Error(`${entity} must be served by exactly one lab`);
  }
  if (new Set(labs.map(({ id }) => id)).size < labs.length) throw new Error('two labs have the same name');
  return labs;
}
