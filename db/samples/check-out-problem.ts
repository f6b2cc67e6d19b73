import type { CheckOutPurpose } from './check-out-purpose.ts';
import type { Sample } from './sample.ts';

/** Check whether the person already holds the sample. */
export const isHolder = (sample: Pick<Sample, 'custodianUserId'>, userId: string): boolean =>
  sample.custodianUserId === userId;

/** Find who else holds the sample, by name. */
export const heldProblem = (
  sample: Pick<Sample, 'barcode' | 'custodianUserId'>,
  userId: string,
  holder: string,
): { code: string; message: string } | null =>
  sample.custodianUserId === null || sample.custodianUserId === userId
    ? null
    : { code: 'CHECKED_OUT', message: `Sample ${sample.barcode} is checked out to ${holder}.` };

/** Refuse to check out a sample on hold, except for an inspection. */
export const onHoldProblem = (
  sample: Pick<Sample, 'barcode' | 'status'>,
  purpose: CheckOutPurpose,
  reason: string | null,
): { code: string; message: string } | null =>
  sample.status !== 'RECEIVED_ON_HOLD' || purpose === 'INSPECTION'
    ? null
    : { code: 'ON_HOLD', message: `Sample ${sample.barcode} is on hold: ${reason ?? 'no reason given'}.` };
