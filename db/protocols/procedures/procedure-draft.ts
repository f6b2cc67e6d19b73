import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { ref } from '#db/values/field-types.ts';
import { DraftSection, MAX_SECTIONS } from './procedure-content.ts';

/**
 * The sections of a version in preparation. They may be incomplete, so they become rows of sections, steps and
 * fields only when the version is approved; devices never get a draft.
 */
export const procedureDraft = defineEntity({
  name: 'ProcedureDraft',
  table: 'procedure_draft',
  schema: z.object({
    ...tenantFields,
    procedureId: ref,
    sections: z.array(DraftSection).max(MAX_SECTIONS),
    savedById: ref,
  }),
  indexes: ['procedureId'],
  replica: null,
});
export type ProcedureDraft = Row<typeof procedureDraft>;
