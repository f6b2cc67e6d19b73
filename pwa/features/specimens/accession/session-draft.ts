import { z } from 'zod';
import { ReceiptDiscrepancy } from '#db/specimens/accession/accession-args.ts';
import { CoolantState, PackageCondition } from '#db/specimens/accession/accession-group.ts';

/** The ids and the printed number that an item gets at its scan; they are never reused. */
const label = {
  sampleId: z.string(),
  sampleBarcodeId: z.string(),
  julianId: z.string(),
};

/** One scanned tube. */
export const TubeDraft = z.object({
  ...label,
  /** Null for a tube that belongs to no order of the session. */
  specimenId: z.string().nullable(),
  scannedCode: z.string().nullable(),
  occurredAt: z.string(),
  estimatedVolume: z.string(),
  condition: z.enum(['NONE', ...ReceiptDiscrepancy.options]),
  note: z.string(),
  /** Whether the second identifier of a clinical tube matches; null until it is compared. */
  secondIdentifier: z.boolean().nullable(),
  containerId: z.string().nullable(),
  containerName: z.string().nullable(),
  position: z.string().nullable(),
  labelPrinted: z.boolean(),
  labelChecked: z.boolean(),
  /** For a leaking tube: true once its neighbors are inspected. */
  inspected: z.boolean().optional(),
});
export type TubeDraft = z.infer<typeof TubeDraft>;

const WellDraft = z.object({ ...label, well: z.string(), specimenId: z.string().nullable() });
export type WellDraft = z.infer<typeof WellDraft>;

/** One customer plate: its findings and, once accepted, the numbers of its wells. */
export const PlateDraft = z.object({
  orderId: z.string(),
  plateNumber: z.number(),
  barcode: z.string().nullable(),
  a1CornerSeen: z.boolean(),
  rotated: z.boolean(),
  note: z.string().optional(),
  exceptions: z.record(z.string(), ReceiptDiscrepancy),
  /** Leaking wells whose neighbors are inspected. */
  inspected: z.array(z.string()).optional(),
  accepted: z.array(WellDraft).nullable(),
});
export type PlateDraft = z.infer<typeof PlateDraft>;

/** A scanned tube that belongs elsewhere: a decision is needed before the session is signed. */
const UndecidedTube = z.object({
  code: z.string(),
  specimenId: z.string(),
  orderId: z.string(),
  orderNumber: z.string(),
  reason: z.enum(['OTHER_ORDER', 'RECEIVED_BEFORE']),
  /** The number under which the tube was received. */
  julianId: z.string().nullable(),
  occurredAt: z.string(),
});
export type UndecidedTube = z.infer<typeof UndecidedTube>;

/** An unsigned receiving session; saved to disk after every scan. */
export const SessionDraft = z.object({
  id: z.string(),
  startedAt: z.string(),
  orderIds: z.array(z.string()),
  /** For the list of open sessions, which is shown before the orders are loaded. */
  title: z.string(),
  trackingNumber: z.string().nullable(),
  condition: PackageCondition.nullable(),
  temperature: z.string(),
  coolant: CoolantState.nullable(),
  packageCount: z.string(),
  note: z.string(),
  /** True when the package was too warm or too cold. */
  allExcursion: z.boolean(),
  tubes: z.array(TubeDraft),
  undecided: z.array(UndecidedTube),
  plates: z.array(PlateDraft),
  /** The last scanned tube, whose label and second identifier are checked next. */
  currentTube: z.string().nullable(),
  box: z.object({ id: z.string(), name: z.string() }).nullable(),
  groupNumber: z.string().nullable(),
});
export type SessionDraft = z.infer<typeof SessionDraft>;

const PREFIX = 'accession|';

/** Build the storage key of a session's draft. */
export const draftKey = (sessionId: string): string => `${PREFIX}${sessionId}`;

/** Key prefix of the drafts of all sessions. */
export const DRAFT_PREFIX = PREFIX;

/** Parse a stored draft; returns undefined for the format of another app version. */
export function parseDraft(storedValue: unknown): SessionDraft | undefined {
  const parsed = SessionDraft.safeParse(storedValue);
  return parsed.success ? parsed.data : undefined;
}

/** Create a new session. */
export const newSession = (
  sessionBase: Pick<SessionDraft, 'id' | 'startedAt' | 'orderIds' | 'title' | 'trackingNumber' | 'plates'> & {
    packageCount: number;
  },
): SessionDraft => ({
  ...sessionBase,
  condition: null,
  temperature: '',
  coolant: null,
  packageCount: String(sessionBase.packageCount),
  note: '',
  allExcursion: false,
  tubes: [],
  undecided: [],
  currentTube: null,
  box: null,
  groupNumber: null,
});

/** Build the code on the lab's label of a received item: the first sample of its specimen. */
export const labelCode = ({ julianId }: { julianId: string }): string => `${julianId}-01`;
