import type { OperationContext } from '#db/operation.ts';
import { assignedSection } from './assigned-section.ts';
import type { FieldValue } from './field-value.ts';
import type { SectionRun } from './section-run.ts';

/**
 * Check whether somebody else recorded or corrected the value without this person's knowledge; a person then
 * decides between both (case 18). A device that does not name the corrected value is assumed to have seen
 * every value that is no correction.
 */
export const wasCorrectedConcurrently = async (
  context: OperationContext,
  run: SectionRun,
  current: FieldValue | undefined,
  correctsId: string | null | undefined,
): Promise<boolean> =>
  current !== undefined &&
  (correctsId === undefined ? current.supersedesId !== null : current.id !== correctsId) &&
  current.enteredById !== context.actor.userId &&
  context.changedSinceSeen(assignedSection, run.assigned.id);
