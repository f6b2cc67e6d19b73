import type { Payment } from './payment.ts';

/**
 * Why a received card payment does not count any more: its owner disputes it, or the lab lost the dispute.
 */
export const DISPUTE_CODES = { open: 'charge_disputed', lost: 'dispute_lost' } as const;

/** The change of a dispute that an event reports; `changed` is a dispute of another amount than before. */
export type DisputeUpdate = 'opened' | 'changed' | 'lost' | 'won';

/** The dispute fields of a payment at the card processor. */
export interface ReportedDispute {
  status: Payment['status'];
  failureCode: string | null;
  /**
   * The amount that a dispute takes back while it is open, and permanently when it is lost; null when there
   * is none, or it was won.
   */
  disputedAmount: number | null;
}

type Row = Pick<Payment, 'status' | 'failureCode' | 'disputedAmount'>;

/** Return the disputed amount of a payment now. */
export const disputedOf = ({ status, disputedAmount }: Row): number =>
  status === 'FAILED' ? (disputedAmount ?? 0) : 0;

/** Return whether the lab lost the dispute of a payment. */
export const isLost = ({ status, failureCode }: Pick<Row, 'status' | 'failureCode'>): boolean =>
  status === 'FAILED' && failureCode === DISPUTE_CODES.lost;

/** Return the change that an event brings to a dispute; null when it brings none. */
export function detectDisputeUpdate(row: Row, report: ReportedDispute): DisputeUpdate | null {
  const before = disputedOf(row);
  const { disputedAmount } = report;
  if (disputedAmount === null) return before > 0 && report.status === 'SUCCEEDED' ? 'won' : null;
  if (before === 0) return 'opened';
  if (isLost(report) && !isLost(row)) return 'lost';
  return before === disputedAmount && isLost(report) === isLost(row) ? null : 'changed';
}
