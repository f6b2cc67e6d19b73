import { BUSINESS_ENTITIES, type BusinessEntity } from '#db/values/business-entity.ts';

/** With which public key each business unit takes card payments; none until one is set. */
export type CardPublicKeys = Readonly<Record<BusinessEntity, string | null>>;

/** Reads `ENTITY=pk_…,…`; throws a plain Error that does not repeat what stands there: it could be a secret key. */
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
