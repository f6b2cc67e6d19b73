import type { Section } from '#db/protocols/section.ts';
import type { Signature } from '#db/protocols/signing/signature.ts';
import type { StatusDisplay } from '#db/values/tone.ts';
import type { AssignedSection } from './assigned-section.ts';

/** The state of an assigned section; computed, never stored (domain 2). */
const ASSIGNED_SECTION_STATUSES = [
  'NOT_STARTED',
  'PENDING',
  'IN_PROGRESS',
  'AWAITING_REVIEW',
  'COMPLETED',
] as const;
export type AssignedSectionStatus = (typeof ASSIGNED_SECTION_STATUSES)[number];

/** The screen text and tone of each status. */
export const ASSIGNED_SECTION_STATUS_DISPLAY: Record<
  AssignedSectionStatus,
  StatusDisplay & { icon: string }
> = {
  NOT_STARTED: { label: 'Not started', rank: 0, tone: 'neutral', icon: 'circle-dashed' },
  PENDING: { label: 'Pending', rank: 1, tone: 'warning', icon: 'hourglass' },
  IN_PROGRESS: { label: 'In progress', rank: 2, tone: 'active', icon: 'circle-play' },
  AWAITING_REVIEW: { label: 'Awaiting review', rank: 3, tone: 'warning', icon: 'user-check' },
  COMPLETED: { label: 'Completed', rank: 4, tone: 'good', icon: 'circle-check' },
};

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
