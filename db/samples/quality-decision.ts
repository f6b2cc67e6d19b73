import { z } from 'zod';
import { requireCapability } from '#db/access/require-capability.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { ref } from '#db/values/field-types.ts';
import { Reason } from '#db/values/reason.ts';
import { sampleOf } from './find-placed.ts';
import type { Sample } from './sample.ts';

/** What is the same of every decision about one sample that those who decide on quality take with a reason. */
export const QUALITY_DECISION = {
  version: 1,
  kind: 'intent',
  grant: 'lab/samples/update/status:update',
  args: z.strictObject({ sampleId: ref, reason: Reason }),
  subjects: ({ sampleId }: { sampleId: string }) => [sampleId],
} as const;

/** The sample that such a person decides about; refuses everybody else. */
export async function sampleToDecide(
  tx: Transaction,
  context: OperationContext,
  sampleId: string,
): Promise<Sample> {
  requireCapability(context, 'decideQuality');
  return sampleOf(tx, sampleId);
}
