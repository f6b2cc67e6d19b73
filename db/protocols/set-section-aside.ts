import type { OperationContext } from '#db/operation.ts';
import { recordEvent } from '#db/records/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { type AssignedSection, assignedSection } from './assigned-section.ts';
import { effectiveValues } from './effective-values.ts';
import { fieldValue } from './field-value.ts';
import { loadSectionRun, valuesOf } from './section-run.ts';
import { NOT_WAITING } from './waiting-section.ts';

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
export interface SettingAside {
  since: string;
  /** The start of the reason, as the history of each value and of the section shows it. */
  reason: string;
}

/**
 * Set aside the record of a section since a time. Rows never change: a late entry supersedes each value, so
 * that it no longer counts and stays readable.
 */
export async function setSectionAside(
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
