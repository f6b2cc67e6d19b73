import type { SampleStatus } from '#db/samples/sample.ts';
import { DISCREPANCY_TYPE } from '#db/specimens/discrepancies/discrepancy.ts';
import type { SpecimenStatus } from '#db/specimens/specimen-status.ts';
import type { ReceiptDiscrepancy } from './accession-args.ts';

/** The specimen status for each finding (domain 5.3); UNEXPECTED tubes have no specimen yet. */
export const CONDITION_OUTCOME = {
  EMPTY: 'ACTION_REQUIRED',
  DAMAGED: 'RECEIVED_QUARANTINED',
  LEAKING: 'RECEIVED_QUARANTINED',
  CONTAMINATED: 'RECEIVED_QUARANTINED',
  TEMPERATURE_EXCURSION: 'RECEIVED_QUARANTINED',
  BEYOND_STABILITY: 'RECEIVED_QUARANTINED',
  WRONG_LABEL: 'RECEIVED_QUARANTINED',
  UNLABELED: 'RECEIVED_QUARANTINED',
  DUPLICATE_LABEL: 'RECEIVED_QUARANTINED',
  // The owner of the material or its problem is unknown, so it is quarantined until a person has decided.
  WRONG_PLATE_POSITION: 'RECEIVED_QUARANTINED',
  UNEXPECTED: 'RECEIVED_QUARANTINED',
  OTHER: 'RECEIVED_QUARANTINED',
  INSUFFICIENT_VOLUME: 'RECEIVED_AWAITING_INFO',
  WRONG_CONTAINER: 'RECEIVED_AWAITING_INFO',
  WRONG_SPECIMEN_TYPE: 'RECEIVED_AWAITING_INFO',
} as const satisfies Record<ReceiptDiscrepancy, SpecimenStatus>;

/** Outcomes of a check-in, the worst first: the worse of two wins. */
const OUTCOME_SEVERITY = [
  'ACTION_REQUIRED',
  'RECEIVED_QUARANTINED',
  'RECEIVED_AWAITING_INFO',
  'RECEIVED_ON_HOLD',
  'RECEIVED_AWAITING_OPTIMAL_BATCH',
  'RECEIVED',
] as const satisfies readonly SpecimenStatus[];
export type CheckInStatus = (typeof OUTCOME_SEVERITY)[number];

/** Facts besides the findings that decide how a tube or well is received. */
export interface Readiness {
  /** Why the order or account is on hold, or null. */
  hold: string | null;
  /** Missing required information, as screen text. */
  missingInfo: readonly string[];
  collectToFillRun: boolean;
  flowFits: boolean;
}

/** How one tube or well is received. */
export interface CheckInOutcome {
  status: CheckInStatus;
  sampleStatus: SampleStatus;
  reason: string | null;
}

/** Compute the status of the specimen and its primary sample; the worst finding decides. */
export function outcomeOf(conditions: readonly ReceiptDiscrepancy[], readiness: Readiness): CheckInOutcome {
  const { hold, missingInfo, collectToFillRun, flowFits } = readiness;
  const findings = conditions.map((type) => ({
    status: CONDITION_OUTCOME[type],
    reason: DISCREPANCY_TYPE[type],
  }));
  const all: { status: CheckInStatus; reason: string | null }[] = [
    ...findings,
    ...(missingInfo.length > 0
      ? [{ status: 'RECEIVED_AWAITING_INFO' as const, reason: `Missing: ${missingInfo.join(', ')}.` }]
      : []),
    ...(hold ? [{ status: 'RECEIVED_ON_HOLD' as const, reason: hold }] : []),
    ...(collectToFillRun ? [{ status: 'RECEIVED_AWAITING_OPTIMAL_BATCH' as const, reason: null }] : []),
  ];
  const status =
    OUTCOME_SEVERITY.find((candidate) => all.some((one) => one.status === candidate)) ?? 'RECEIVED';
  const reason = all.find((one) => one.status === status)?.reason ?? null;
  return {
    status,
    sampleStatus: sampleStatusFor(status, flowFits),
    reason: reason ?? noFlowReason(status, flowFits),
  };
}

/** Choose the status of the primary sample for a specimen's check-in status. */
export function sampleStatusFor(status: CheckInStatus, flowFits: boolean): SampleStatus {
  if (status === 'ACTION_REQUIRED') return 'FAILED_VISUAL_INSPECTION';
  if (status === 'RECEIVED') return flowFits ? 'IN_QUEUE' : 'RECEIVED';
  return status;
}

const noFlowReason = (status: CheckInStatus, flowFits: boolean): string | null =>
  status === 'RECEIVED' && !flowFits ? 'No flow accepts this specimen type.' : null;

/** Check whether the first outcome is worse than the second. */
export const isWorse = (a: CheckInStatus, b: CheckInStatus): boolean =>
  OUTCOME_SEVERITY.indexOf(a) < OUTCOME_SEVERITY.indexOf(b);

/** Return the status as an outcome of a check-in, or undefined when the specimen is past it. */
export const asCheckInStatus = (status: SpecimenStatus): CheckInStatus | undefined =>
  OUTCOME_SEVERITY.find((candidate) => candidate === status);
