import { z } from 'zod';
import { requireCapability } from '#db/access/require-capability.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, defineOperation } from '#db/operation.ts';
import { sampleOf } from '#db/samples/find-placed.ts';
import { longText } from '#db/values/field-types.ts';
import { Id } from '#db/values/id.ts';
import { specimenOf } from './find-specimen.ts';
import { linkSample } from './link-sample.ts';
import { requiredReason } from './required-reason.ts';
import type { Specimen } from './specimen.ts';
import type { SpecimenStatus } from './specimen-status.ts';

/** Statuses of a requisition whose material may still arrive. */
export const AWAITED: readonly SpecimenStatus[] = [
  'PENDING_APPROVAL',
  'ORDERED',
  'SHIPPED',
  'DELIVERED',
  'ACTION_REQUIRED',
];

/** Check whether this requisition awaits material, so that an unexpected tube may be linked to it. */
export const awaitsMaterial = (row: Pick<Specimen, 'receivedAt' | 'status'>): boolean =>
  row.receivedAt === null && AWAITED.includes(row.status);

/** Link an unexpected tube to its requisition; the specimen takes its julianId (domain 5.3). */
export const linkUnexpectedSample = defineOperation({
  name: 'link-unexpected-sample',
  version: 1,
  kind: 'intent',
  title: 'Link to requisition',
  grant: 'lab/specimens:update',
  args: z.strictObject({ sampleId: Id, specimenId: Id, note: longText }),
  subjects: (args) => [args.sampleId, args.specimenId],
  async run(tx, args, context) {
    requireCapability(context, 'completeSpecimenInfo');
    const note = requiredReason(args.note);
    const unexpectedSample = await sampleOf(tx, args.sampleId);
    const row = await specimenOf(tx, args.specimenId);
    if (unexpectedSample.specimenId !== null || unexpectedSample.status !== 'RECEIVED_QUARANTINED') {
      throw refuse(
        'NOT_UNEXPECTED',
        `Sample ${unexpectedSample.barcode} is not an unexpected sample in quarantine.`,
      );
    }
    if (!awaitsMaterial(row)) {
      throw refuse('NOT_AWAITED', `Requisition ${row.requisitionNumber} does not wait for material.`);
    }
    await linkSample(tx, context, unexpectedSample, row, note);
    return applied;
  },
});
