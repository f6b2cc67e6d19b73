import { z } from 'zod';

/** The two business entities; the browser's host selects one. */
export const BUSINESS_ENTITIES = ['WBL', 'RESONANT'] as const;
export const BusinessEntity = z.enum(BUSINESS_ENTITIES);
export type BusinessEntity = z.infer<typeof BusinessEntity>;

/** The letter that starts every printed identifier of the entity (domain 5.2). */
export const ENTITY_LETTER: Record<BusinessEntity, 'W' | 'R'> = {
  WBL: 'W',
  RESONANT: 'R',
};
