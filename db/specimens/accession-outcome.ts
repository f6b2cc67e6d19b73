import type { SampleStatus } from '#db/samples/sample-status.ts';
import type { ReceiptDiscrepancy } from './accession-args.ts';
import { DISCREPANCY_TYPE } from './discrepancy-type.ts';
import type { SpecimenStatus } from './specimen-status.ts';

/** What a specimen becomes by what was found (domain 5.3); UNEXPECTED things have no specimen yet. */
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
  // Whose material it is, or what is wrong, is not known: quarantine until a person has decided.
  WRONG_PLATE_POSITION: 'RECEIVED_QUARANTINED',
  UNEXPECTED: 'RECEIVED_QUARANTINED',
  OTHER: 'RECEIVED_QUARANTINED',
  INSUFFICIENT_VOLUME: 'RECEIVED_AWAITING_INFO',
  WRONG_CONTAINER: 'RECEIVED_AWAITING_INFO',
  WRONG_SPECIMEN_TYPE: 'RECEIVED_AWAITING_INFO',
} as const satisfies Record<ReceiptDiscrepancy, SpecimenStatus>;

/** Outcomes of a check-in, the worst first: the worse of two wins. */
export const OUTCOME_SEVERITY = [
  'ACTION_REQUIRED',
  'RECEIVED_QUARANTINED',
  'RECEIVED_AWAITING_INFO',
  'RECEIVED_ON_HOLD',
  'RECEIVED_AWAITING_OPTIMAL_BATCH',
  'RECEIVED',
] as const satisfies readonly SpecimenStatus[];
export type CheckInStatus = (typeof OUTCOME_SEVERITY)[number];

/** What besides the thing itself decides how it is received. */
export interface Readiness {
  /** Why the order or account holds it, or null. */
  hold: string | null;
  /** Required information that is missing, in words. */
  missingInfo: readonly string[];
  collectToFillRun: boolean;
  flowFits: boolean;
}

/** How one thing is received. */
export interface CheckInOutcome {
  status: CheckInStatus;
  sampleStatus: SampleStatus;
  reason: string | null;
}

/** What the specimen and its primary sample become, the worst finding deciding. */
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

/** The status of the primary sample of a specimen that was received so. */
export function sampleStatusFor(status: CheckInStatus, flowFits: boolean): SampleStatus {
  if (status === 'ACTION_REQUIRED') return 'FAILED_VISUAL_INSPECTION';
  if (status === 'RECEIVED') return flowFits ? 'IN_QUEUE' : 'RECEIVED';
  return status;
}

const noFlowReason = (status: CheckInStatus, flowFits: boolean): string | null =>
  status === 'RECEIVED' && !flowFits ? 'No flow accepts this specimen type.' : null;

/** Is the first outcome worse than the second? */
export const isWorse = (a: CheckInStatus, b: CheckInStatus): boolean =>
  OUTCOME_SEVERITY.indexOf(a) < OUTCOME_SEVERITY.indexOf(b);

/** The status as an outcome of a check-in, or undefined when the specimen is further on. */
export const asCheckInStatus = (status: SpecimenStatus): CheckInStatus | undefined =>
  OUTCOME_SEVERITY.find((candidate) => candidate === status);
