import { z } from 'zod';
import type { StatusDisplay } from '#db/values/tone.ts';

/** The status of a flow or a procedure (specification section 4). */
export const PROCEDURE_STATUSES = [
  'APPROVED',
  'PENDING_APPROVAL',
  'REJECTED',
  'ARCHIVED',
  'RESEARCH',
] as const;
export const ProcedureStatus = z.enum(PROCEDURE_STATUSES);
export type ProcedureStatus = z.infer<typeof ProcedureStatus>;

/** REJECTED and ARCHIVED together count as closed. */
export const CLOSED_PROCEDURE_STATUSES = [
  'REJECTED',
  'ARCHIVED',
] as const satisfies readonly ProcedureStatus[];

/** The screen text and tone of each status of a flow or procedure. */
export const PROCEDURE_STATUS_DISPLAY: Record<ProcedureStatus, StatusDisplay & { icon: string }> = {
  APPROVED: { label: 'Approved', rank: 0, tone: 'good', icon: 'circle-check' },
  PENDING_APPROVAL: { label: 'Pending approval', rank: 1, tone: 'neutral', icon: 'hourglass' },
  REJECTED: { label: 'Rejected', rank: 2, tone: 'bad', icon: 'circle-x' },
  ARCHIVED: { label: 'Archived', rank: 3, tone: 'quiet', icon: 'archive' },
  RESEARCH: { label: 'Research', rank: 4, tone: 'active', icon: 'microscope' },
};
