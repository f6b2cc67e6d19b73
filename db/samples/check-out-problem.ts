import type { CheckOutPurpose } from './check-out-purpose.ts';
import type { Sample } from './sample.ts';

/** The person already has it. */
export const isHolder = (sample: Pick<Sample, 'custodianUserId'>, userId: string): boolean =>
  sample.custodianUserId === userId;

/** Somebody else has the sample, by that name. */
export const heldProblem = (
  sample: Pick<Sample, 'barcode' | 'custodianUserId'>,
  userId: string,
  holder: string,
): { code: string; message: string } | null =>
  sample.custodianUserId === null || sample.custodianUserId === userId
    ? null
    : { code: 'CHECKED_OUT', message: `Sample ${sample.barcode} is checked out to ${holder}.` };

/** A sample on hold may leave its place only to be looked at. */
export const onHoldProblem = (
  sample: Pick<Sample, 'barcode' | 'status'>,
  purpose: CheckOutPurpose,
  reason: string | null,
): { code: string; message: string } | null =>
  sample.status !== 'RECEIVED_ON_HOLD' || purpose === 'INSPECTION'
    ? null
    : { code: 'ON_HOLD', message: `Sample ${sample.barcode} is on hold: ${reason ?? 'no reason given'}.` };
