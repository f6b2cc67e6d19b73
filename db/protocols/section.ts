import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { bool, int, longText, ref, requiredText, text } from '#db/values/field-types.ts';

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
    /** The library section from which this one was copied, and its version then. */
    sourceSectionId: ref.nullable(),
    sourceVersion: int.nullable(),
    /** The section of the earliest version of which this one is the successor. */
    originId: ref.nullable(),
    /** The person who saved a library section last; null in a procedure. */
    savedById: ref.nullable(),
  }),
  list: { sort: ['name', 'order', 'createdAt'], filter: ['procedureId'], search: ['name'] },
  indexes: ['procedureId'],
  replica: { embedded: [{ collection: 'procedures', as: 'sections', parentKey: 'procedureId' }] },
});
export type Section = Row<typeof section>;

/** A picture of a step: the stored file, the hash of its bytes, which signatures cover, and what it shows. */
export const StepPicture = z.strictObject({
  fileId: ref,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Read aloud in place of the picture, and shown while the picture is not on the device. */
  altText: z.string().max(300),
});
export type StepPicture = z.infer<typeof StepPicture>;

/** The most pictures that one step shows. */
export const MAX_PICTURES = 6;

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
    /** Always null; signed versions from before `pictures` existed cover it with their hash. */
    imageFileId: ref.nullable(),
    pictures: z.array(StepPicture).max(MAX_PICTURES),
    /** The step of the earliest version of which this one is the successor. */
    originId: ref.nullable(),
  }),
  indexes: ['procedureId', 'sectionId'],
  replica: { embedded: [{ collection: 'procedures', as: 'steps', parentKey: 'procedureId' }] },
});
export type Step = Row<typeof step>;
