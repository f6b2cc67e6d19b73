import { type BusinessEntity, ENTITY_LETTER } from '#db/values/business-entity.ts';

/** Return `W-000123`: the entity's letter and at least six digits. */
export const orderNumber = (entity: BusinessEntity, sequence: number): string =>
  `${ENTITY_LETTER[entity]}-${String(sequence).padStart(6, '0')}`;

/** Return the default requisition number of a row. */
export const generatedRequisitionNumber = (number: string, row: number): string =>
  `${number}-${String(row).padStart(3, '0')}`;
