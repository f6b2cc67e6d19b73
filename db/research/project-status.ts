import { z } from 'zod';
import type { StatusDisplay } from '#db/values/tone.ts';

/** Orders may be added to an active project; a closed one remains for its history. */
export const PROJECT_STATUSES = ['ACTIVE', 'CLOSED'] as const;
export const ProjectStatus = z.enum(PROJECT_STATUSES);
export type ProjectStatus = z.infer<typeof ProjectStatus>;

/** The screen text, order and tone of each status. */
export const PROJECT_STATUS: Record<ProjectStatus, StatusDisplay> = {
  ACTIVE: { label: 'Active', rank: 0, tone: 'good' },
  CLOSED: { label: 'Closed', rank: 1, tone: 'quiet' },
};
