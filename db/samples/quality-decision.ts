import { z } from 'zod';
import { requireCapability } from '#db/access/require-capability.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { ref } from '#db/values/field-types.ts';
import { Reason } from '#db/values/reason.ts';
import { sampleOf } from './find-placed.ts';
import type { Sample } from './sample.ts';

/**
 * The common settings of every decision about one sample that people who decide on quality take with a
 * reason.
 */
export const QUALITY_DECISION = {
  version: 1,
  kind: 'intent',
  grant: 'lab/samples/update/status:update',
  args: z.strictObject({ sampleId: ref, reason: Reason }),
  subjects: ({ sampleId }: { sampleId: string }) => [sampleId],
} as const;

/** Load the sample of such a decision; refuse everybody else. */
export async function sampleToDecide(
  tx: Transaction,
  context: OperationContext,
  sampleId: string,
): Promise<Sample> {
  requireCapability(context, 'decideQuality');
  return sampleOf(tx, sampleId);
}
