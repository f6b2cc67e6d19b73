import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { bool, instant, json, longText, ref } from '#db/values/field-types.ts';

/** A section as it is run for one batch; `completionEventId` is set with the last needed signature. */
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
    /** Time of the last reopening: earlier signatures no longer count, but stay in the history. */
    reopenedAt: instant.nullable(),
    /**
     * The earlier section that is not complete yet: recorded values are stored, and count once it is
     * complete.
     */
    waitsForId: ref.nullable(),
    waitingSince: instant.nullable(),
    waitingById: ref.nullable(),
    waitingOperationId: ref.nullable(),
  }),
  list: { sort: ['createdAt', 'startedAt'], filter: ['batchId', 'assignedUserId', 'research'], search: [] },
  indexes: ['batchId', 'assignedUserId'],
  replica: { own: { collection: 'assigned-sections' } },
});
export type AssignedSection = Row<typeof assignedSection>;
