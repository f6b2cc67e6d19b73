import { z } from 'zod';
import { type Capability, requireCapability } from '#db/access/capabilities.ts';
import { AppError, refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { applied, defineOperation, warned } from '#db/operation.ts';
import { requiredReason } from '#db/specimens/specimen-lifecycle.ts';
import { longText } from '#db/values/field-types.ts';
import { Id } from '#db/values/id.ts';
import { applyResolution } from './apply-resolution.ts';
import {
  DISCREPANCY_RESOLUTION,
  DISCREPANCY_TYPE,
  type DiscrepancyType,
  discrepancy,
  Resolution,
} from './discrepancy.ts';
import { closeDiscrepancy } from './open-discrepancy.ts';

const AT_RISK: readonly Resolution[] = ['PROCEED_AT_RISK', 'REPLACE', 'DISPOSED', 'RETURNED', 'CANCELED'];
const IDENTITY: readonly Resolution[] = ['RELABELED', 'REPLACE', 'DISPOSED', 'RETURNED', 'CANCELED'];
const INFO: readonly Resolution[] = ['PROCEED_AT_RISK', 'REPLACE', 'CANCELED'];

/** The allowed resolutions of each discrepancy (domain 5.3). */
export const RESOLUTIONS_FOR: Record<DiscrepancyType, readonly Resolution[]> = {
  MISSING: ['LATE_ARRIVAL', 'REPLACE', 'CANCELED'],
  UNEXPECTED: ['RETURNED', 'DISPOSED'],
  DAMAGED: AT_RISK,
  LEAKING: AT_RISK,
  CONTAMINATED: AT_RISK,
  TEMPERATURE_EXCURSION: AT_RISK,
  BEYOND_STABILITY: AT_RISK,
  OTHER: AT_RISK,
  EMPTY: ['REPLACE', 'CANCELED'],
  INSUFFICIENT_VOLUME: INFO,
  WRONG_CONTAINER: INFO,
  WRONG_SPECIMEN_TYPE: INFO,
  WRONG_LABEL: IDENTITY,
  UNLABELED: IDENTITY,
  DUPLICATE_LABEL: IDENTITY,
  WRONG_PLATE_POSITION: [...IDENTITY, 'PROCEED_AT_RISK'],
};

/** Roles that may use each resolution. */
export const MAY_RESOLVE: Record<Resolution, Capability> = {
  PROCEED_AT_RISK: 'liftQuarantine',
  RELABELED: 'liftQuarantine',
  DISPOSED: 'liftQuarantine',
  RETURNED: 'liftQuarantine',
  LATE_ARRIVAL: 'arrangeReplacements',
  REPLACE: 'arrangeReplacements',
  CANCELED: 'arrangeReplacements',
};

/**
 * Resolve a discrepancy with a note; the specimen follows when no other problem of it is open (domain 5.3).
 */
export const resolveDiscrepancy = defineOperation({
  name: 'resolve-discrepancy',
  version: 1,
  kind: 'intent',
  title: 'Resolve discrepancy',
  grant: 'lab/specimens:update',
  args: z.strictObject({
    discrepancyId: Id,
    resolution: Resolution,
    note: longText,
    /** The submitter's written statement; required to relabel a clinical tube. */
    statementFileId: Id.nullable(),
    /** The specimen that the person saw, whose revision shows what they knew; null from old devices. */
    specimenId: Id.nullable().default(null),
  }),
  subjects: ({ discrepancyId, specimenId }) => [discrepancyId, ...(specimenId === null ? [] : [specimenId])],
  buildsOn: ({ discrepancyId }) => [discrepancyId],
  async run(tx, args, context) {
    requireCapability(context, MAY_RESOLVE[args.resolution]);
    const note = requiredReason(args.note);
    const discrepancyRow = await tx.get(discrepancy, args.discrepancyId);
    if (!discrepancyRow || discrepancyRow.deleted) throw new AppError('NOT_FOUND', MESSAGES.notFound);
    if (discrepancyRow.resolution !== 'OPEN')
      throw refuse('ALREADY_RESOLVED', 'This discrepancy is resolved already.');
    if (!RESOLUTIONS_FOR[discrepancyRow.type].includes(args.resolution)) {
      throw refuse(
        'RESOLUTION_NOT_OFFERED',
        `${DISCREPANCY_TYPE[discrepancyRow.type]} cannot be resolved as “${DISCREPANCY_RESOLUTION[args.resolution].label}”.`,
      );
    }
    if (args.statementFileId !== null && args.resolution !== 'RELABELED')
      throw refuse('STATEMENT_NOT_ASKED', 'A statement belongs to relabeling only.');
    const holdText = await applyResolution(tx, context, {
      discrepancyRow,
      resolution: args.resolution,
      note,
      statementFileId: args.statementFileId,
    });
    await closeDiscrepancy(tx, context, discrepancyRow, args.resolution, note, args.statementFileId);
    return holdText === null
      ? applied
      : warned('SET_ASIDE', `${holdText}. It stays there until it is released.`);
  },
});
