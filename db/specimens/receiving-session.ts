import type { RuleResult } from '#db/operation.ts';
import type { Placing } from '#db/samples/place-samples.ts';
import type { ReceiptDiscrepancy } from './accession-args.ts';

/** One tube or well in hand, whichever way it came. */
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
  /** Where it sat on the customer's plate. */
  well: string | null;
  /** Set when one discrepancy stands for the whole plate: these conditions open none of their own. */
  silent: readonly ReceiptDiscrepancy[];
}

/** Something that the person must be told about the session. */
export interface Finding {
  outcome: Exclude<RuleResult['outcome'], 'APPLIED'>;
  code: string;
  message: string;
}

/** What a running session has gathered. */
export interface ReceivingSession {
  groupId: string;
  orderIds: Set<string>;
  placings: Placing[];
  findings: Finding[];
  /** Specimens received in this session for the first time. */
  received: Set<string>;
  /** Specimens whose tube was in hand here although somebody else had received it. */
  receivedAgain: Set<string>;
  /** Specimens of which something was in hand, also a second time. */
  handled: Set<string>;
  /** Photos that a discrepancy holds; what is left belongs to the package. */
  photosHeld: Set<string>;
  unexpected: number;
  quarantined: number;
}

const GRAVITY: readonly RuleResult['outcome'][] = ['CONFLICT', 'MERGED', 'APPLIED_WITH_WARNING'];

/** The one verdict on a session: the gravest finding, with every text that somebody must read. */
export function sessionResult(findings: readonly Finding[]): RuleResult {
  const outcome = GRAVITY.find((candidate) => findings.some((one) => one.outcome === candidate));
  const gravest = findings.find((one) => one.outcome === outcome);
  if (!gravest) return { outcome: 'APPLIED', code: null, message: null };
  const texts = [...new Set([gravest.message, ...findings.map((one) => one.message)])];
  return { outcome: gravest.outcome, code: gravest.code, message: texts.join(' ').slice(0, 2000) };
}
