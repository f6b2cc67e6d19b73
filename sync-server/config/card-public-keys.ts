import { BUSINESS_ENTITIES, type BusinessEntity } from '#db/values/business-entity.ts';

/** The public key of card payments per business entity; none until one is set. */
export type CardPublicKeys = Readonly<Record<BusinessEntity, string | null>>;

/**
 * Parse `ENTITY=pk_…,…`; throws a plain Error that does not repeat the value, which could be a secret key.
 */
export function parseCardPublicKeys(text: string): CardPublicKeys {
  const keys: Record<BusinessEntity, string | null> = { WBL: null, RESONANT: null };
  for (const part of text.split(',').map((piece) => piece.trim())) {
    if (part === '') continue;
    const [name, key = ''] = part.split('=');
    const entity = BUSINESS_ENTITIES.find((known) => known === name);
    if (!entity || !/^pk_[\w-]+$/.test(key))
      throw new Error('is not ENTITY=pk_…; only public keys belong here');
    keys[entity] = key;
  }
  return keys;
}
