import { type BusinessEntity, ENTITY_LETTER } from '#db/values/business-entity.ts';

/** `W-000123`: the entity's letter and at least six digits. */
export const orderNumber = (entity: BusinessEntity, sequence: number): string =>
  `${ENTITY_LETTER[entity]}-${String(sequence).padStart(6, '0')}`;

/** The requisition number that a row gets when the customer gives none. */
export const generatedRequisitionNumber = (number: string, row: number): string =>
  `${number}-${String(row).padStart(3, '0')}`;
