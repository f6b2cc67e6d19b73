import type { Payment } from './payment.ts';

/** Why a payment that came by card does not count any more: its owner disputes it, or the lab lost the dispute. */
export const DISPUTE_CODES = { open: 'charge_disputed', lost: 'dispute_lost' } as const;

/** What became of a dispute by what is told now; `changed` is one about another sum than before. */
export type DisputeUpdate = 'opened' | 'changed' | 'lost' | 'won';

/** What the card processor says of a payment, as far as a dispute goes. */
export interface ReportedDispute {
  status: Payment['status'];
  failureCode: string | null;
  /** What a dispute takes back while it is open, and for good when it is lost; null when there is none, or it was won. */
  disputedAmount: number | null;
}

type Row = Pick<Payment, 'status' | 'failureCode' | 'disputedAmount'>;

/** What is taken back of a payment now. */
export const disputedOf = ({ status, disputedAmount }: Row): number =>
  status === 'FAILED' ? (disputedAmount ?? 0) : 0;

/** Has the lab lost the dispute of this payment? */
export const isLost = ({ status, failureCode }: Pick<Row, 'status' | 'failureCode'>): boolean =>
  status === 'FAILED' && failureCode === DISPUTE_CODES.lost;

/** Whether what is told brings news of a dispute; null when it brings none. */
export function detectDisputeUpdate(row: Row, report: ReportedDispute): DisputeUpdate | null {
  const before = disputedOf(row);
  const { disputedAmount } = report;
  if (disputedAmount === null) return before > 0 && report.status === 'SUCCEEDED' ? 'won' : null;
  if (before === 0) return 'opened';
  if (isLost(report) && !isLost(row)) return 'lost';
  return before === disputedAmount && isLost(report) === isLost(row) ? null : 'changed';
}
