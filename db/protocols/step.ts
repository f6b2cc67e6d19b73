import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { int, longText, ref, requiredText, text } from '#db/values/field-types.ts';

/** One instruction inside a section. */
export const step = defineEntity({
  name: 'Step',
  table: 'step',
  schema: z.object({
    ...tenantFields,
    /** The section's procedure, so that a device gets the whole method in one document. */
    procedureId: ref.nullable(),
    sectionId: ref,
    order: int,
    title: requiredText,
    instructions: longText.nullable(),
    caution: text.nullable(),
    timerSeconds: int.nullable(),
    imageFileId: ref.nullable(),
  }),
  create: ['sectionId', 'order', 'title', 'instructions', 'caution', 'timerSeconds', 'imageFileId'],
  update: ['order', 'title', 'instructions', 'caution', 'timerSeconds', 'imageFileId'],
  list: { sort: ['order'], filter: ['sectionId', 'procedureId'], search: ['title'] },
  indexes: ['procedureId', 'sectionId'],
  replica: { embedded: [{ collection: 'procedures', as: 'steps', parentKey: 'procedureId' }] },
});
export type Step = Row<typeof step>;
