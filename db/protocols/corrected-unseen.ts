import type { OperationContext } from '#db/operation.ts';
import { assignedSection } from './assigned-section.ts';
import type { FieldValue } from './field-value.ts';
import type { SectionRun } from './section-run.ts';

/** Did somebody else correct the value without this person knowing? Then the two corrections are put before a person (case 18). */
export const correctedUnseen = async (
  context: OperationContext,
  run: SectionRun,
  current: FieldValue | undefined,
): Promise<boolean> =>
  current !== undefined &&
  current.supersedesId !== null &&
  current.enteredById !== context.actor.userId &&
  context.changedSinceSeen(assignedSection, run.assigned.id);
