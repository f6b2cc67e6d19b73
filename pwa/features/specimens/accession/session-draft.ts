import { z } from 'zod';
import { ReceiptDiscrepancy } from '#db/specimens/accession-args.ts';
import { CoolantState } from '#db/specimens/coolant-state.ts';
import { PackageCondition } from '#db/specimens/package-condition.ts';

/** The ids and the printed number that a thing gets at its scan; they are never given to another thing. */
const label = {
  sampleId: z.string(),
  sampleBarcodeId: z.string(),
  julianId: z.string(),
};

/** One tube that was scanned. */
export const TubeDraft = z.object({
  ...label,
  /** Null for a tube that belongs to no order of the session. */
  specimenId: z.string().nullable(),
  scannedCode: z.string().nullable(),
  occurredAt: z.string(),
  estimatedVolume: z.string(),
  condition: z.enum(['NONE', ...ReceiptDiscrepancy.options]),
  note: z.string(),
  /** Was the second identifier of a clinical tube the right one? Null until somebody has looked. */
  secondIdentifier: z.boolean().nullable(),
  containerId: z.string().nullable(),
  containerName: z.string().nullable(),
  position: z.string().nullable(),
  labelPrinted: z.boolean(),
  labelChecked: z.boolean(),
  /** Of a leaking tube: somebody has looked at those beside it. */
  inspected: z.boolean().optional(),
});
export type TubeDraft = z.infer<typeof TubeDraft>;

const WellDraft = z.object({ ...label, well: z.string(), specimenId: z.string().nullable() });
export type WellDraft = z.infer<typeof WellDraft>;

/** One customer's plate: what was seen on it and, once accepted, the numbers of its wells. */
export const PlateDraft = z.object({
  orderId: z.string(),
  plateNumber: z.number(),
  barcode: z.string().nullable(),
  a1CornerSeen: z.boolean(),
  rotated: z.boolean(),
  note: z.string().optional(),
  exceptions: z.record(z.string(), ReceiptDiscrepancy),
  /** Leaking wells around which somebody has looked. */
  inspected: z.array(z.string()).optional(),
  accepted: z.array(WellDraft).nullable(),
});
export type PlateDraft = z.infer<typeof PlateDraft>;

/** A tube that was scanned and belongs elsewhere: a person says what becomes of it before the session is signed. */
const UndecidedTube = z.object({
  code: z.string(),
  specimenId: z.string(),
  orderId: z.string(),
  orderNumber: z.string(),
  reason: z.enum(['OTHER_ORDER', 'RECEIVED_BEFORE']),
  /** The number that it was received under. */
  julianId: z.string().nullable(),
  occurredAt: z.string(),
});
export type UndecidedTube = z.infer<typeof UndecidedTube>;

/** A receiving session that is not signed yet; it is on disk after every scan. */
export const SessionDraft = z.object({
  id: z.string(),
  startedAt: z.string(),
  orderIds: z.array(z.string()),
  /** For the list of open sessions, which is shown before the orders are read. */
  title: z.string(),
  trackingNumber: z.string().nullable(),
  condition: PackageCondition.nullable(),
  temperature: z.string(),
  coolant: CoolantState.nullable(),
  packageCount: z.string(),
  note: z.string(),
  /** Everything in the package was too warm or too cold. */
  allExcursion: z.boolean(),
  tubes: z.array(TubeDraft),
  undecided: z.array(UndecidedTube),
  plates: z.array(PlateDraft),
  /** The tube that was scanned last: its label and its second identifier are checked next. */
  currentTube: z.string().nullable(),
  box: z.object({ id: z.string(), name: z.string() }).nullable(),
  groupNumber: z.string().nullable(),
});
export type SessionDraft = z.infer<typeof SessionDraft>;

const PREFIX = 'accession|';

/** The key under which a session's draft is kept. */
export const draftKey = (sessionId: string): string => `${PREFIX}${sessionId}`;

/** Where the drafts of all sessions begin. */
export const DRAFT_PREFIX = PREFIX;

/** Reads a stored draft; undefined when another version of the app left something else. */
export function parseDraft(storedValue: unknown): SessionDraft | undefined {
  const parsed = SessionDraft.safeParse(storedValue);
  return parsed.success ? parsed.data : undefined;
}

/** A session that has just been opened. */
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

/** The code on the lab's own label of a thing that was received: the first sample of its specimen. */
export const labelCode = ({ julianId }: { julianId: string }): string => `${julianId}-01`;
