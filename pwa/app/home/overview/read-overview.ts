import { BATCH_TYPES, type BatchType, batch } from '#db/batches/batch.ts';
import { order } from '#db/ordering/orders/order.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import { FAILED_SAMPLE_REASON } from '#db/samples/failing/failed-sample-reason.ts';
import { type Sample, sample } from '#db/samples/sample.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import { resultsDueAt, turnaroundRisk, UNFINISHED_STATUSES } from '#db/specimens/turnaround.ts';
import type { Transaction } from '#db/transaction.ts';
import { orderTitle } from '#pwa/format/names.ts';

const DAY_MS = 86_400_000;

/** How long work has been in the lab, from its receipt. */
export const AGE_BANDS = [
  { label: 'under 3 days', days: 3 },
  { label: '3 to 7 days', days: 7 },
  { label: 'over 7 days', days: Number.POSITIVE_INFINITY },
] as const;

/** The samples of one stage: how many wait, how many are in a batch, and how old both are. */
export interface StageWork {
  stage: BatchType;
  waiting: number;
  inBatch: number;
  /** Samples for each of the age bands. */
  ages: number[];
}

/** An order with unfinished specimens that are late or at risk. */
interface OrderAtRisk {
  id: string;
  orderNumber: string;
  dueAt: string;
  late: boolean;
  specimens: number;
}

export interface BatchProgress {
  id: string;
  julianId: string;
  name: string;
  started: boolean;
  sections: number;
  completedSections: number;
  ownerIds: string[];
}

/** The open work of one person; of nobody without a user. */
interface PersonLoad {
  userId: string | null;
  sections: number;
  checkedOut: number;
}

export interface LabOverview {
  stages: StageWork[];
  ordersAtRisk: OrderAtRisk[];
  batches: BatchProgress[];
  loads: PersonLoad[];
  /** Samples that failed in the last 7 days, the most frequent reason first. */
  failures: { reason: string; count: number }[];
}

const WAITING: readonly Sample['status'][] = ['IN_QUEUE', 'RECEIVED_AWAITING_OPTIMAL_BATCH'];
const IN_BATCH: readonly Sample['status'][] = ['BATCH_ASSIGNED', 'IN_PROGRESS'];

/** Count samples by stage and by the time since the receipt of their specimen. */
function workByStage(
  samples: readonly Sample[],
  receivedAt: ReadonlyMap<string, string | null>,
  now: number,
): StageWork[] {
  const stages = BATCH_TYPES.map((stage) => ({
    stage,
    waiting: 0,
    inBatch: 0,
    ages: AGE_BANDS.map(() => 0),
  }));
  for (const { stage, status, specimenId, createdAt } of samples) {
    const work = stages.find((each) => each.stage === stage);
    if (!work) continue;
    if (WAITING.includes(status)) work.waiting += 1;
    else work.inBatch += 1;
    const since = (specimenId === null ? null : receivedAt.get(specimenId)) ?? createdAt;
    const age = (now - Date.parse(since)) / DAY_MS;
    const band = AGE_BANDS.findIndex(({ days }) => age < days);
    work.ages[band] = (work.ages[band] ?? 0) + 1;
  }
  return stages;
}

async function readOrdersAtRisk(
  tx: Transaction,
  specimens: readonly Specimen[],
  now: number,
): Promise<OrderAtRisk[]> {
  const protocols = new Map((await tx.find(protocol, {})).map((row) => [row.id, row]));
  const atRisk = new Map<string, Omit<OrderAtRisk, 'id' | 'orderNumber'>>();
  for (const row of specimens) {
    const target = protocols.get(row.protocolId);
    const risk = target ? turnaroundRisk(row, target, now) : null;
    const dueAt = target ? resultsDueAt(row, target) : null;
    if (dueAt === null || risk === null || risk === 'ON_TIME') continue;
    const before = atRisk.get(row.orderId);
    atRisk.set(row.orderId, {
      dueAt: before && before.dueAt < dueAt ? before.dueAt : dueAt,
      late: risk === 'LATE' || (before?.late ?? false),
      specimens: (before?.specimens ?? 0) + 1,
    });
  }
  if (atRisk.size === 0) return [];
  const orders = await tx.find(order, { id: [...atRisk.keys()].sort() });
  return orders
    .flatMap((row) => {
      const risk = atRisk.get(row.id);
      return risk ? [{ id: row.id, orderNumber: orderTitle(row), ...risk }] : [];
    })
    .sort((a, b) => a.dueAt.localeCompare(b.dueAt));
}

const countInto = <Key>(counts: Map<Key, number>, key: Key): void => {
  counts.set(key, (counts.get(key) ?? 0) + 1);
};

async function readBatches(tx: Transaction): Promise<Pick<LabOverview, 'batches' | 'loads'>> {
  const open = await tx.find(batch, { status: ['NOT_STARTED', 'IN_PROGRESS'] });
  const sections =
    open.length === 0 ? [] : await tx.find(assignedSection, { batchId: open.map(({ id }) => id).sort() });
  const batches = open
    .map(({ id, julianId, name, status }) => {
      const own = sections.filter(({ batchId }) => batchId === id);
      return {
        id,
        julianId,
        name,
        started: status === 'IN_PROGRESS',
        sections: own.length,
        completedSections: own.filter(({ completionEventId }) => completionEventId !== null).length,
        ownerIds: [...new Set(own.flatMap(({ assignedUserId }) => assignedUserId ?? []))],
      };
    })
    .sort((a, b) => Number(b.started) - Number(a.started) || a.julianId.localeCompare(b.julianId));
  const ofPerson = new Map<string | null, number>();
  for (const { assignedUserId, completionEventId } of sections)
    if (completionEventId === null) countInto(ofPerson, assignedUserId);
  const userIds = [...ofPerson.keys()].filter((id) => id !== null).sort();
  const checkedOut = new Map<string | null, number>();
  if (userIds.length > 0)
    for (const { custodianUserId } of await tx.find(sample, { custodianUserId: userIds }))
      countInto(checkedOut, custodianUserId);
  const loads = [...ofPerson]
    .map(([userId, count]) => ({ userId, sections: count, checkedOut: checkedOut.get(userId) ?? 0 }))
    .sort((a, b) => Number(a.userId === null) - Number(b.userId === null) || b.sections - a.sections);
  return { batches, loads };
}

const FAILED: readonly Sample['status'][] = ['FAILED_QC', 'FAILED_VISUAL_INSPECTION', 'FAILED_QC_CANCELED'];

async function readFailures(tx: Transaction, now: number): Promise<LabOverview['failures']> {
  const counts = new Map<string, number>();
  for (const { failedAt, failureReason } of await tx.find(sample, { status: [...FAILED] })) {
    if (failedAt === null || now - Date.parse(failedAt) > 7 * DAY_MS) continue;
    countInto(counts, failureReason === null ? 'No reason' : FAILED_SAMPLE_REASON[failureReason]);
  }
  return [...counts]
    .map(([reason, count]) => ({ reason, count }))
    .sort((a, b) => b.count - a.count || a.reason.localeCompare(b.reason));
}

/** Read the state of the lab's work; `now` is in milliseconds. */
export async function readOverview(tx: Transaction, now: number): Promise<LabOverview> {
  const specimens = await tx.find(specimen, { status: [...UNFINISHED_STATUSES] });
  const samples = await tx.find(sample, { status: [...WAITING, ...IN_BATCH] });
  const receivedAt = new Map(specimens.map((row) => [row.id, row.receivedAt]));
  return {
    stages: workByStage(samples, receivedAt, now),
    ordersAtRisk: await readOrdersAtRisk(tx, specimens, now),
    ...(await readBatches(tx)),
    failures: await readFailures(tx, now),
  };
}
