import { batchClosed, isOpen } from '#db/batches/batch.ts';
import { batchOf } from '#db/batches/find-batch.ts';
import { start } from '#db/batches/starting/start.ts';
import { refuse } from '#db/errors/app-error.ts';
import type { OperationContext } from '#db/operation.ts';
import { effectiveValues, fieldValue } from '#db/protocols/values/field-value.ts';
import { BATCH_START } from '#db/protocols/values/record-values.ts';
import type { ConflictKind } from '#db/records/conflicts/conflict-kind.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { type AssignedSection, assignedSection } from './assigned-section.ts';
import { loadSectionRun, valuesOf } from './section-run.ts';
import { NOT_WAITING, releaseIfReady, SECTION_WAITING } from './waiting-section.ts';

type Marks = AssignedSection['stepTicks'];

// Split ticks and scans into those before the section began early and those since.
function split(marks: Marks, since: string): { before: Marks; since: Marks } {
  const isEarly = (mark: Marks[string] | undefined): boolean =>
    typeof mark === 'object' &&
    mark !== null &&
    !Array.isArray(mark) &&
    typeof mark['occurredAt'] === 'string' &&
    mark['occurredAt'] >= since;
  const pick = (expectEarly: boolean): Marks =>
    Object.fromEntries(Object.entries(marks).filter(([, mark]) => isEarly(mark) === expectEarly));
  return { before: pick(false), since: pick(true) };
}

/** The time from which the record of a section is set aside, and the reason. */
interface SettingAside {
  since: string;
  /** The start of the reason, as the history of each value and of the section shows it. */
  reason: string;
}

/**
 * Set aside the record of a section since a time. Rows never change: a late entry supersedes each value, so
 * that it no longer counts and stays readable.
 */
async function setSectionAside(
  tx: Transaction,
  context: OperationContext,
  id: string,
  { since, reason }: SettingAside,
): Promise<void> {
  const run = await loadSectionRun(tx, context, id);
  for (const one of effectiveValues(valuesOf(run)).filter(({ occurredAt }) => occurredAt >= since)) {
    await tx.insert(fieldValue, {
      id: context.newId(),
      assignedSectionId: id,
      fieldId: one.fieldId,
      sampleId: one.sampleId,
      value: one.value,
      enteredById: one.enteredById,
      occurredAt: one.occurredAt,
      inputMethod: one.inputMethod,
      supersedesId: one.id,
      changeReason: `Set aside: ${reason}`,
      conflict: false,
      late: true,
      removed: false,
    });
  }
  const { stepTicks, equipmentScans, deviationNote } = run.assigned;
  const [ticks, scans] = [split(stepTicks, since), split(equipmentScans, since)];
  await recordEvent(tx, context, {
    type: 'SECTION_REOPENED',
    targetType: 'AssignedSection',
    targetId: id,
    data: {
      reason: `What was done before its turn is set aside: ${reason}`,
      stepTicks: ticks.since,
      equipmentScans: scans.since,
      deviationNote,
      by: context.actor.name,
    },
  });
  await tx.patch(assignedSection, id, {
    ...NOT_WAITING,
    stepTicks: ticks.before,
    equipmentScans: scans.before,
  });
}

/** A section that waited 72 hours for the earlier one: its values are set aside, or keep waiting. */
export const sectionWaitingConflict: ConflictKind = {
  kind: SECTION_WAITING,
  title: 'Earlier section not completed',
  labels: {
    KEEP_A: 'Set the early values aside',
    KEEP_B: 'Keep them; they count when the earlier section is completed',
  },
  async resolve(tx, context, conflict, choice) {
    if (choice === 'KEEP_A') await setAside(tx, context, conflict.targetId);
    else await releaseIfReady(tx, context, conflict.targetId, conflict.id);
  },
};

async function setAside(tx: Transaction, context: OperationContext, id: string): Promise<void> {
  const since = (await tx.get(assignedSection, id))?.waitingSince ?? null;
  if (since === null) return;
  await setSectionAside(tx, context, id, {
    since,
    reason: 'the earlier section was not completed in time.',
  });
}

/**
 * A conflict about work on a batch that could not start on this server: a person starts the batch at the time
 * of that work once its layout is complete, or sets the work aside.
 */
export const batchStartConflict: ConflictKind = {
  kind: BATCH_START,
  title: 'Worked on before the start',
  labels: { KEEP_A: 'Start the batch with its layout', KEEP_B: 'Set the recorded values aside' },
  async resolve(tx, context, { targetId, mine }, choice) {
    const batch = await batchOf(tx, context, targetId);
    if (choice === 'KEEP_A') {
      if (!isOpen(batch.status))
        throw refuse('BATCH_CLOSED', `${batchClosed(batch)} Set the recorded values aside.`);
      const actor = { ...context.actor, userId: mine.userId ?? context.actor.userId, name: mine.name };
      await start(tx, { ...context, occurredAt: mine.occurredAt, actor }, batch);
      return;
    }
    if (batch.status === 'IN_PROGRESS')
      throw refuse('BATCH_STARTED', `Batch ${batch.julianId} has started; what was recorded counts.`);
    const startedSections = (await tx.find(assignedSection, { batchId: batch.id })).filter(
      (row) => row.startedAt !== null || row.waitingSince !== null,
    );
    for (const { id } of startedSections) {
      await setSectionAside(tx, context, id, { since: '', reason: 'the batch had not started.' });
      await tx.patch(assignedSection, id, { startedAt: null, startedById: null });
    }
  },
};
