import type { RuleResult } from '#db/operation.ts';
import type { Placing } from '#db/samples/typed-entry.ts';
import type { ReceiptDiscrepancy } from './accession-args.ts';

/** One received tube or well. */
export interface Receipt {
  specimenId: string | null;
  sampleId: string;
  julianId: string;
  sampleBarcodeId: string;
  sampleBarcode: string;
  scannedCode: string | null;
  occurredAt: string;
  estimatedVolume: string | null;
  conditions: ReceiptDiscrepancy[];
  secondIdentifierConfirmed: boolean;
  containerId: string | null;
  position: string | null;
  note: string | null;
  photoFileIds: readonly string[];
  /** Its position on the customer's plate. */
  well: string | null;
  /** Conditions that open no discrepancy of their own, because one discrepancy covers the whole plate. */
  silent: readonly ReceiptDiscrepancy[];
}

/** A message to the person about the session. */
export interface Finding {
  outcome: Exclude<RuleResult['outcome'], 'APPLIED'>;
  code: string;
  message: string;
}

/** The state of a running session. */
export interface ReceivingSession {
  groupId: string;
  orderIds: Set<string>;
  placings: Placing[];
  findings: Finding[];
  /** Specimens received in this session for the first time. */
  received: Set<string>;
  /** Specimens whose tube was received here although somebody else had received it. */
  receivedAgain: Set<string>;
  /** Specimens with received material, also for a second time. */
  handled: Set<string>;
  /** Photos that belong to a discrepancy; the others belong to the package. */
  photosHeld: Set<string>;
  unexpected: number;
  quarantined: number;
}

const GRAVITY: readonly RuleResult['outcome'][] = ['CONFLICT', 'MERGED', 'APPLIED_WITH_WARNING'];

/** Return the one verdict of a session: the most severe finding, with all texts. */
export function sessionResult(findings: readonly Finding[]): RuleResult {
  const outcome = GRAVITY.find((candidate) => findings.some((one) => one.outcome === candidate));
  const gravest = findings.find((one) => one.outcome === outcome);
  if (!gravest) return { outcome: 'APPLIED', code: null, message: null };
  const texts = [...new Set([gravest.message, ...findings.map((one) => one.message)])];
  return { outcome: gravest.outcome, code: gravest.code, message: texts.join(' ').slice(0, 2000) };
}
