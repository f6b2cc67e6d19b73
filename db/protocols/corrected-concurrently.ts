import type { OperationContext } from '#db/operation.ts';
import { assignedSection } from './assigned-section.ts';
import type { FieldValue } from './field-value.ts';
import type { SectionRun } from './section-run.ts';

/**
 * Did somebody else record or correct the value without this person knowing? Then both are put before a person (case 18).
 * Who does not say which value they correct is taken to have seen any value that is no correction.
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
