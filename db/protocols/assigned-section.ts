import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { bool, instant, json, longText, ref } from '#db/values/field-types.ts';

/** A section as it is being run for one batch; `completionEventId` is set when the last needed signature is in. */
export const assignedSection = defineEntity({
  name: 'AssignedSection',
  table: 'assigned_section',
  schema: z.object({
    ...tenantFields,
    sectionId: ref,
    completionEventId: ref.nullable(),
    batchId: ref,
    assignedUserId: ref.nullable(),
    startedAt: instant.nullable(),
    startedById: ref.nullable(),
    research: bool,
    deviationNote: longText.nullable(),
    /** Step id -> who ticked it and when. */
    stepTicks: json,
    /** Equipment id -> who scanned it and when. */
    equipmentScans: json,
    /** When it was last reopened: signatures before count no more, but stay in the history. */
    reopenedAt: instant.nullable(),
    /** The earlier section whose completion it waits for: what is recorded is kept, and counts when that arrives. */
    waitsForId: ref.nullable(),
    waitingSince: instant.nullable(),
    waitingById: ref.nullable(),
    waitingOperationId: ref.nullable(),
  }),
  create: [],
  update: ['assignedUserId', 'deviationNote'],
  list: { sort: ['createdAt', 'startedAt'], filter: ['batchId', 'assignedUserId', 'research'], search: [] },
  indexes: ['batchId', 'assignedUserId'],
  replica: { own: { collection: 'assigned-sections' } },
});
export type AssignedSection = Row<typeof assignedSection>;
