import { z } from 'zod';
import { personName } from '#db/batches/find-batch.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, type OperationContext, type RuleResult, warned } from '#db/operation.ts';
import { giveDnaBarcode } from '#db/protocols/values/give-dna-barcode.ts';
import { judgeControls } from '#db/protocols/values/judge-controls.ts';
import { recalculate } from '#db/protocols/values/recalculate.ts';
import { syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { event } from '#db/records/events/event.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { assignedSection } from './assigned-section.ts';
import type { RunningSection } from './current-section.ts';
import {
  currentOf,
  earlierIncomplete,
  loadSectionRun,
  type SectionRun,
  validSignature,
  valuesOf,
} from './section-run.ts';

/**
 * The conflict of a section whose earlier section was not completed within 72 hours (domain 5.11, case 21).
 */
export const SECTION_WAITING = 'SECTION_WAITING';

/** The fields of a section that waits for nothing. */
export const NOT_WAITING = {
  waitsForId: null,
  waitingSince: null,
  waitingById: null,
  waitingOperationId: null,
} as const;

/** Format what a section that was begun early waits for. */
export const waitingText = ({ section }: RunningSection): string =>
  `Pending section ${section.order}, ${section.name}, of the same batch. Recorded values count once it is completed.`;

/**
 * Check whether somebody else works on the earlier section: its completion may be on a device that has not
 * synced yet.
 */
export const mayBeginEarly = (earlier: RunningSection, userId: string): boolean =>
  earlier.assigned.startedById !== null && earlier.assigned.startedById !== userId;

/**
 * Hold work on a later section while an earlier one is open. Values that a device has measured are stored as
 * pending: the earlier section may have been completed on a device that has not synced yet (domain 5.11, case
 * 21).
 */
export async function holdIfEarly(
  tx: Transaction,
  context: OperationContext,
  run: SectionRun,
): Promise<RuleResult> {
  const earlier = await earlierOpenAt(tx, run, context.occurredAt);
  if (!earlier) return applied;
  const fromDevice = context.replica === 'server' && context.deviceId !== null;
  if (!fromDevice && !mayBeginEarly(earlier, context.actor.userId))
    throw refuse('WAITING_FOR_SECTION', `Complete ${earlier.section.name} first.`);
  const { occurredAt, actor } = context;
  await waitFor(tx, context, run, earlier, { occurredAt, userId: actor.userId });
  return warned('WAITING_FOR_SECTION', waitingText(earlier));
}

/**
 * Find the first earlier section that was open at a moment. A section that was reopened since was complete
 * then, so nobody waited for it.
 */
async function earlierOpenAt(
  tx: Transaction,
  run: SectionRun,
  occurredAt: string,
): Promise<RunningSection | undefined> {
  for (const one of run.all) {
    if (one.section.order >= run.running.section.order || one.assigned.completionEventId !== null) continue;
    const history = await tx.find(event, { targetId: one.assigned.id });
    const reopened = history.filter(
      ({ type, data }) => type === 'SECTION_REOPENED' && typeof data['completionEventId'] === 'string',
    );
    if (!reopened.some((reopening) => occurredAt < reopening.occurredAt)) return one;
  }
  return undefined;
}

/** The work in a section, and who did it. */
interface Work {
  occurredAt: string;
  userId: string | null;
}

async function waitFor(
  tx: Transaction,
  context: OperationContext,
  run: SectionRun,
  earlier: RunningSection,
  { occurredAt, userId }: Work,
): Promise<void> {
  const { waitsForId, waitingSince, waitingOperationId } = run.assigned;
  const first = waitingSince === null || occurredAt < waitingSince;
  if (!first && waitsForId === earlier.assigned.id) return;
  run.assigned = await tx.patch(assignedSection, run.assigned.id, {
    waitsForId: earlier.assigned.id,
    ...(first ? { waitingSince: occurredAt, waitingById: userId } : {}),
    // The 72 hours count from the first work that arrived, even when earlier work arrives later.
    waitingOperationId: waitingOperationId ?? context.operationId,
  });
}

/**
 * Hold later sections after a reopening: work since then waits, as work does that arrives after the reopening
 * (domain 5.11, case 21). Work from before the reopening was in order and counts.
 */
export async function holdLaterWork(
  tx: Transaction,
  context: OperationContext,
  reopened: SectionRun,
): Promise<void> {
  for (const { assigned, section } of reopened.all) {
    if (section.order <= reopened.running.section.order) continue;
    const run = await loadSectionRun(tx, context, assigned.id);
    const first = workSince(run, context.occurredAt)[0];
    if (!first || validSignature(run)) continue;
    const earlier = await earlierOpenAt(tx, run, first.occurredAt);
    if (!earlier) continue;
    await waitFor(tx, context, run, earlier, first);
    if (run.assigned.startedAt !== null && run.assigned.startedAt >= context.occurredAt)
      await tx.patch(assignedSection, assigned.id, { startedAt: null, startedById: null });
    await recalculate(tx, context, await loadSectionRun(tx, context, assigned.id));
    await judgeControls(tx, context, await loadSectionRun(tx, context, assigned.id));
  }
}

const Mark = z.object({ occurredAt: z.string(), userId: z.string() });

/** List values, ticks and scans of a section since a moment, earliest first. */
function workSince(run: SectionRun, since: string): Work[] {
  const values = valuesOf(run)
    .filter((one) => !one.late && one.inputMethod !== 'CALCULATED')
    .map(({ occurredAt, enteredById }) => ({ occurredAt, userId: enteredById }));
  const marks = [run.assigned.stepTicks, run.assigned.equipmentScans].flatMap((all) =>
    Object.values(all).flatMap((one) => Mark.safeParse(one).data ?? []),
  );
  return [...values, ...marks]
    .filter(({ occurredAt }) => occurredAt >= since)
    .sort((a, b) => (a.occurredAt < b.occurredAt ? -1 : 1));
}

/** Apply what waited for a completed section, or let it wait for the next open one. */
export async function releaseAfter(
  tx: Transaction,
  context: OperationContext,
  completed: SectionRun,
): Promise<RuleResult> {
  const { order } = completed.running.section;
  let worst = applied;
  for (const { assigned, section } of completed.all) {
    if (section.order <= order || assigned.waitsForId === null) continue;
    const result = await releaseIfReady(tx, context, assigned.id);
    if (result.outcome !== 'APPLIED') worst = result;
  }
  return worst;
}

/** Apply what waits in a section, unless an earlier one is open or a person still has to decide about it. */
export async function releaseIfReady(
  tx: Transaction,
  context: OperationContext,
  id: string,
  decidedConflictId: string | null = null,
): Promise<RuleResult> {
  const run = await loadSectionRun(tx, context, id);
  const earlier = earlierIncomplete(run);
  if (earlier) {
    if (earlier.assigned.id !== run.assigned.waitsForId)
      await tx.patch(assignedSection, id, { waitsForId: earlier.assigned.id });
    return applied;
  }
  const open = await tx.find(syncConflict, { targetId: id, status: 'OPEN' });
  if (open.some((one) => one.kind === SECTION_WAITING && one.id !== decidedConflictId)) return applied;
  return release(tx, context, run);
}

async function release(tx: Transaction, context: OperationContext, run: SectionRun): Promise<RuleResult> {
  const { id, startedAt, waitingSince, waitingById } = run.assigned;
  if (waitingSince === null) return applied;
  const begins = startedAt === null || waitingSince < startedAt;
  await tx.patch(assignedSection, id, {
    ...NOT_WAITING,
    ...(begins ? { startedAt: waitingSince, startedById: waitingById } : {}),
  });
  await recordEvent(tx, context, {
    type: 'SECTION_STARTED',
    targetType: 'AssignedSection',
    targetId: id,
    data: { from: startedAt, to: waitingSince, startedBy: await personName(tx, waitingById), waited: true },
  });
  await giveBarcodes(tx, run);
  await recalculate(tx, context, await loadSectionRun(tx, context, id));
  return judgeControls(tx, context, await loadSectionRun(tx, context, id));
}

// DNA barcodes of a section that waited are copied to their wells now.
async function giveBarcodes(tx: Transaction, run: SectionRun): Promise<void> {
  for (const { fieldId, sampleId, current } of currentOf(run).values()) {
    const field = run.own.find((one) => one.id === fieldId);
    const row = run.rows.find((one) => one.id === sampleId);
    if (field && row) await giveDnaBarcode(tx, field, row, current.value);
  }
}
