import type { AssignedSection } from './assigned-section.ts';
import type { AssignedSectionStatus } from './assigned-section-status.ts';
import type { Section } from './section.ts';
import type { Signature } from './signature.ts';

/** An assigned section with the section that it runs. */
export interface RunningSection {
  assigned: AssignedSection;
  section: Section;
}

/** Pair assigned sections with their sections, in the order of `section.order`. */
export function runningSections(
  assigned: readonly AssignedSection[],
  sections: readonly Section[],
): RunningSection[] {
  const byId = new Map(sections.map((section) => [section.id, section]));
  return assigned
    .flatMap((row) => {
      const section = byId.get(row.sectionId);
      return section ? [{ assigned: row, section }] : [];
    })
    .sort((a, b) => a.section.order - b.section.order || (a.assigned.id < b.assigned.id ? -1 : 1));
}

/** Find the current section: the first by `section.order` without a completion event. */
export const currentSection = (running: readonly RunningSection[]): RunningSection | undefined =>
  running.find(({ assigned }) => assigned.completionEventId === null);

/** List the signatures that count: made since the last reopening, with a proof that did not fail. */
export const validSignatures = (assigned: AssignedSection, signatures: readonly Signature[]): Signature[] =>
  signatures
    .filter((signature) => signature.targetId === assigned.id && signature.verified !== 'FAILED')
    .filter((signature) => assigned.reopenedAt === null || signature.occurredAt > assigned.reopenedAt)
    .sort((a, b) => (a.occurredAt < b.occurredAt ? -1 : 1));

/** Compute the status of an assigned section. */
export function assignedSectionStatus(
  assigned: AssignedSection,
  signatures: readonly Signature[],
): AssignedSectionStatus {
  if (assigned.completionEventId !== null) return 'COMPLETED';
  if (validSignatures(assigned, signatures).some((signature) => signature.type === 'SIGNED'))
    return 'AWAITING_REVIEW';
  if (assigned.waitsForId !== null) return 'PENDING';
  return assigned.startedAt === null ? 'NOT_STARTED' : 'IN_PROGRESS';
}
