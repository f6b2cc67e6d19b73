import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { bool, int, longText, ref, requiredText } from '#db/values/field-types.ts';

/**
 * An ordered part of a procedure that is done and signed as a unit; without a procedure it is a library
 * template.
 */
export const section = defineEntity({
  name: 'Section',
  table: 'section',
  schema: z.object({
    ...tenantFields,
    procedureId: ref.nullable(),
    name: requiredText,
    order: int,
    instructions: longText.nullable(),
    requiresSignature: bool,
    requiresReview: bool,
    equipmentTypeRequired: z.array(z.string().min(1).max(120)),
    estimatedMinutes: int.nullable(),
  }),
  create: [
    'procedureId',
    'name',
    'order',
    'instructions',
    'requiresSignature',
    'requiresReview',
    'equipmentTypeRequired',
    'estimatedMinutes',
  ],
  update: [
    'name',
    'order',
    'instructions',
    'requiresSignature',
    'requiresReview',
    'equipmentTypeRequired',
    'estimatedMinutes',
  ],
  list: { sort: ['name', 'order', 'createdAt'], filter: ['procedureId'], search: ['name'] },
  indexes: ['procedureId'],
  replica: { embedded: [{ collection: 'procedures', as: 'sections', parentKey: 'procedureId' }] },
});
export type Section = Row<typeof section>;
