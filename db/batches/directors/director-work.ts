import { z } from 'zod';
import { BatchStatus } from '#db/batches/batch.ts';
import { EventType } from '#db/records/events/event-type.ts';
import { FailedSampleReason } from '#db/samples/failing/failed-sample-reason.ts';
import { SpecimenStatus } from '#db/specimens/specimen-status.ts';
import { Id } from '#db/values/id.ts';

/** The kinds of work: the clinical director decides about the first, the research director about the rest. */
const DIRECTOR_KINDS = ['clinical', 'research'] as const;
export const DirectorKind = z.enum(DIRECTOR_KINDS);
export type DirectorKind = z.infer<typeof DirectorKind>;

/** The order of what waits. */
const WORK_ORDERS = ['oldest', 'newest'] as const;
export const WorkOrder = z.enum(WORK_ORDERS);
export type WorkOrder = z.infer<typeof WorkOrder>;

/** The search of the directors' pages: the order of what waits, the oldest first when absent. */
export const DirectorSearch = z.object({ order: WorkOrder.optional().catch(undefined) });

/** The number of rows of each group that the page shows; the total says how many there are. */
export const MAX_GROUP_ROWS = 50;
/** The days of which the page shows the own decisions. */
export const DECISION_DAYS = 90;
/** The days of which the page shows deviations. */
export const DEVIATION_DAYS = 7;

const since = z.iso.datetime({ precision: 3 });
const groupOf = <Row extends z.ZodType>(row: Row) =>
  z.strictObject({ total: z.int(), rows: z.array(row).max(MAX_GROUP_ROWS) });

/** What has versions that a director approves. */
const VERSION_TYPES = ['Procedure', 'Flow', 'Protocol'] as const;

const VersionToApprove = z.strictObject({
  id: Id,
  type: z.enum(VERSION_TYPES),
  code: z.string(),
  name: z.string(),
  number: z.int(),
  changeSummary: z.string().nullable(),
  authorName: z.string().nullable(),
  since,
});
export type VersionToApprove = z.infer<typeof VersionToApprove>;

const BatchToApprove = z.strictObject({
  id: Id,
  julianId: z.string(),
  name: z.string(),
  procedureName: z.string(),
  samples: z.int(),
  completedByName: z.string().nullable(),
  /** The reason of the last return and its answer, when approval was requested a second time. */
  returnReason: z.string().nullable(),
  returnAnswer: z.string().nullable(),
  /** The sections that were reopened and the samples that failed since the last return. */
  reopenedSections: z.array(z.string()),
  failedSamples: z.array(z.string()),
  since,
});

/** A failed sample, or a batch that somebody proposes to fail. */
const FailureToConfirm = z.strictObject({
  id: Id,
  type: z.enum(['Sample', 'Batch']),
  name: z.string(),
  reason: FailedSampleReason.nullable(),
  notes: z.string().nullable(),
  byName: z.string().nullable(),
  since,
});

const ControlToAccept = z.strictObject({
  id: Id,
  name: z.string(),
  plateLocation: z.string(),
  batchId: Id,
  julianId: z.string(),
  batchName: z.string(),
  since,
});

/** A specimen or a lot in quarantine. */
const QuarantineToLift = z.strictObject({
  id: Id,
  type: z.enum(['Specimen', 'InventoryItem']),
  /** The number of the specimen or of the lot. */
  name: z.string(),
  /** What is in a lot. */
  material: z.string().nullable(),
  reason: z.string().nullable(),
  since,
});

const Deviation = z.strictObject({
  /** The section as it is run for the batch. */
  id: Id,
  sectionName: z.string(),
  note: z.string(),
  batchId: Id,
  julianId: z.string(),
  batchName: z.string(),
  batchStatus: BatchStatus,
  since,
});

const OverdueSpecimen = z.strictObject({
  id: Id,
  name: z.string(),
  status: SpecimenStatus,
  orderId: Id,
  orderNumber: z.string().nullable(),
  protocolName: z.string(),
  /** When its results were due. */
  since,
});

const OwnDecision = z.strictObject({
  id: Id,
  type: EventType,
  targetType: z.string(),
  targetId: Id,
  /** Null when the record has no name any more. */
  name: z.string().nullable(),
  reason: z.string().nullable(),
  /** What the type of the event alone does not tell. */
  detail: z.enum(['CONFIRMED', 'OVERTURNED', 'CONTROL_ACCEPTED', 'DECLINED', 'LOT_RELEASED']).nullable(),
  /** The status to which a version changed. */
  to: z.string().nullable(),
  at: since,
});
export type OwnDecision = z.infer<typeof OwnDecision>;

/** What waits for a director, and the reader's own decisions. */
export const DirectorWork = z.strictObject({
  versions: groupOf(VersionToApprove),
  batches: groupOf(BatchToApprove),
  failures: groupOf(FailureToConfirm),
  controls: groupOf(ControlToAccept),
  quarantine: groupOf(QuarantineToLift),
  deviations: groupOf(Deviation),
  overdue: groupOf(OverdueSpecimen),
  decisions: groupOf(OwnDecision),
});
export type DirectorWork = z.infer<typeof DirectorWork>;
