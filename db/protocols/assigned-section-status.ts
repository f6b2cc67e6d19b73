import type { StatusDisplay } from '#db/values/tone.ts';

/** The state of an assigned section; computed, never stored (domain 2). */
export const ASSIGNED_SECTION_STATUSES = [
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
