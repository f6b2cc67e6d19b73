import { z } from 'zod';
import { defineEntity, tenantFields } from '#db/entity.ts';
import { instant, json, longText, ref, requiredText, text } from '#db/values/field-types.ts';

/** The version of one of the two people, as the conflict inbox shows it. */
export const ConflictVersion = z.object({
  userId: z.string().nullable(),
  name: z.string(),
  occurredAt: z.string(),
  /** In words: "Moved to Box 12, A3". */
  label: z.string(),
  /**
   * The value that `resolve-conflict` applies when this version is kept; the conflict's kind defines its
   * shape.
   */
  value: z.record(z.string(), z.json()),
});
export type ConflictVersion = z.infer<typeof ConflictVersion>;

/**
 * Two people's changes of which only one can be kept (domain 5.1): both versions stay until one person
 * decides.
 */
export const syncConflict = defineEntity({
  name: 'SyncConflict',
  table: 'sync_conflict',
  schema: z.object({
    ...tenantFields,
    commandId: ref,
    otherCommandId: ref.nullable(),
    kind: requiredText,
    targetType: requiredText,
    targetId: ref,
    /** The batch or section whose completion or signature waits for this decision. */
    batchId: ref.nullable(),
    assignedSectionId: ref.nullable(),
    status: z.enum(['OPEN', 'RESOLVED']),
    /** The one action needed, for example "Rescan Box 12". */
    action: longText,
    mine: json,
    theirs: json.nullable(),
    resolution: text.nullable(),
    resolvedById: ref.nullable(),
    resolvedAt: instant.nullable(),
  }),
  indexes: ['status', 'targetId', 'batchId', 'assignedSectionId', 'commandId'],
  replica: { own: { collection: 'conflicts' } },
});
