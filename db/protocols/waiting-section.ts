import { personName } from '#db/batches/person-name.ts';
import { refuse } from '#db/errors/app-error.ts';
import { applied, type OperationContext, type RuleResult, warned } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import { syncConflict } from '#db/records/sync-conflict.ts';
import type { Transaction } from '#db/transaction.ts';
import { assignedSection } from './assigned-section.ts';
import type { RunningSection } from './current-section.ts';
import { giveDnaBarcode } from './give-dna-barcode.ts';
import { judgeControls } from './judge-controls.ts';
import { recalculate } from './recalculate.ts';
import { currentOf, earlierIncomplete, loadSectionRun, type SectionRun } from './section-run.ts';

/** The conflict of a section whose earlier section was not completed within 72 hours (domain 5.11, case 21). */
export const SECTION_WAITING = 'SECTION_WAITING';

/** Nothing is waited for. */
export const NOT_WAITING = {
  waitsForId: null,
  waitingSince: null,
  waitingById: null,
  waitingOperationId: null,
} as const;

/** What a section that was begun early waits for, as a person reads it. */
export const waitingText = ({ section }: RunningSection): string =>
  `Waits for section ${section.order}, ${section.name}, of the same batch. What is recorded is kept and counts when it is completed.`;

/** Somebody else works on the earlier section: its completion may be on a device that has not synced yet. */
export const mayBeginEarly = (earlier: RunningSection, userId: string): boolean =>
  earlier.assigned.startedById !== null && earlier.assigned.startedById !== userId;

/**
 * A later section is locked while an earlier one is open. What another device has measured is kept all the same, as
 * pending: the earlier section may have been completed on a device that has not synced yet (domain 5.11, case 21).
 */
export async function holdIfEarly(
  tx: Transaction,
  context: OperationContext,
  run: SectionRun,
): Promise<RuleResult> {
  const earlier = earlierIncomplete(run);
  if (!earlier) return applied;
  const fromDevice = context.replica === 'server' && context.deviceId !== null;
  if (!fromDevice && !mayBeginEarly(earlier, context.actor.userId))
    throw refuse('WAITING_FOR_SECTION', `Complete ${earlier.section.name} first.`);
  const { waitsForId, waitingSince, waitingOperationId } = run.assigned;
  const first = waitingSince === null || context.occurredAt < waitingSince;
  if (first || waitsForId !== earlier.assigned.id) {
    await tx.patch(assignedSection, run.assigned.id, {
      waitsForId: earlier.assigned.id,
      ...(first ? { waitingSince: context.occurredAt, waitingById: context.actor.userId } : {}),
      // The 72 hours count from the first that came in, also when an earlier one comes after it.
      waitingOperationId: waitingOperationId ?? context.operationId,
    });
  }
  return warned('WAITING_FOR_SECTION', waitingText(earlier));
}

/** A section was completed: what waited for it is applied, or waits for the next one that is open. */
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

/** Applies what waits in a section, unless an earlier one is open or a person still has to decide about it. */
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

// Those of a section that waited reach their wells now.
async function giveBarcodes(tx: Transaction, run: SectionRun): Promise<void> {
  for (const { fieldId, sampleId, current } of currentOf(run).values()) {
    const field = run.own.find((one) => one.id === fieldId);
    const row = run.rows.find((one) => one.id === sampleId);
    if (field && row) await giveDnaBarcode(tx, field, row, current.value);
  }
}
