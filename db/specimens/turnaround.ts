import type { Protocol } from '#db/protocols/protocol.ts';
import type { Specimen } from './specimen.ts';

const DAY_MS = 86_400_000;
/** From this share of the time on, a specimen is at risk (domain-lab 17). */
const AT_RISK_FROM = 0.8;

/** The statuses of received specimens whose results are still owed. */
export const UNFINISHED_STATUSES = [
  'RECEIVED',
  'RECEIVED_AWAITING_OPTIMAL_BATCH',
  'SUPPLEMENTAL',
  'BATCH_ASSIGNED',
  'IN_PROGRESS',
  'RESET',
  'FAILED_QC',
] as const satisfies readonly Specimen['status'][];

type Received = Pick<Specimen, 'receivedAt'>;
type Target = Pick<Protocol, 'targetTurnaroundDays'>;

/**
 * Return when the results of a specimen are due: its receipt plus the target of its protocol in calendar days. Null
 * before the receipt.
 */
export function resultsDueAt({ receivedAt }: Received, { targetTurnaroundDays }: Target): string | null {
  if (receivedAt === null) return null;
  return new Date(Date.parse(receivedAt) + targetTurnaroundDays * DAY_MS).toISOString();
}

/** Judge unfinished work against its target; null before the receipt. `now` is in milliseconds. */
export function turnaroundRisk(
  specimen: Received,
  target: Target,
  now: number,
): 'ON_TIME' | 'AT_RISK' | 'LATE' | null {
  if (specimen.receivedAt === null) return null;
  const share = (now - Date.parse(specimen.receivedAt)) / (target.targetTurnaroundDays * DAY_MS);
  if (share > 1) return 'LATE';
  return share >= AT_RISK_FROM ? 'AT_RISK' : 'ON_TIME';
}
