import type { ConflictKind } from '#db/conflict-kind.ts';
import type { OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { type AssignedSection, assignedSection } from './assigned-section.ts';
import { fieldValue } from './field-value.ts';
import { loadSectionRun, valuesOf } from './section-run.ts';
import { standingValues } from './standing-values.ts';
import { NOT_WAITING, releaseIfReady, SECTION_WAITING } from './waiting-section.ts';

/** A section that waited 72 hours for the earlier one: its values are set aside, or go on waiting. */
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

type Marks = AssignedSection['stepTicks'];

// Ticks and scans up to when the section began early, and those that came since.
function split(marks: Marks, since: string): { before: Marks; since: Marks } {
  const early = (mark: Marks[string] | undefined): boolean =>
    typeof mark === 'object' &&
    mark !== null &&
    !Array.isArray(mark) &&
    typeof mark['occurredAt'] === 'string' &&
    mark['occurredAt'] >= since;
  const pick = (wanted: boolean): Marks =>
    Object.fromEntries(Object.entries(marks).filter(([, mark]) => early(mark) === wanted));
  return { before: pick(false), since: pick(true) };
}

// Nothing recorded is ever changed: a late entry takes the place of each value, so that it counts no more and stays readable.
async function setAside(tx: Transaction, context: OperationContext, id: string): Promise<void> {
  const run = await loadSectionRun(tx, context, id);
  const { waitingSince } = run.assigned;
  if (waitingSince === null) return;
  for (const one of standingValues(valuesOf(run)).filter(({ occurredAt }) => occurredAt >= waitingSince)) {
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
      changeReason: 'Set aside: the earlier section was not completed in time.',
      conflict: false,
      late: true,
      removed: false,
    });
  }
  const { stepTicks, equipmentScans, deviationNote } = run.assigned;
  const [ticks, scans] = [split(stepTicks, waitingSince), split(equipmentScans, waitingSince)];
  await recordEvent(tx, context, {
    type: 'SECTION_REOPENED',
    targetType: 'AssignedSection',
    targetId: id,
    data: {
      reason: 'The earlier section was not completed in time; what was done before its turn is set aside.',
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
