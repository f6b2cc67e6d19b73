import { z } from 'zod';
import type { StatusDisplay } from '#db/values/tone.ts';

/** The status of a protocol (specification section 4). */
export const PROTOCOL_STATUSES = [
  'PENDING_APPROVAL',
  'ACTIVE',
  'DEPRECATED',
  'REJECTED',
  'DISCONTINUED',
  'RESEARCH',
] as const;
export const ProtocolStatus = z.enum(PROTOCOL_STATUSES);
export type ProtocolStatus = z.infer<typeof ProtocolStatus>;

/** The screen text and tone of each protocol status. */
export const PROTOCOL_STATUS_DISPLAY: Record<ProtocolStatus, StatusDisplay & { icon: string }> = {
  PENDING_APPROVAL: { label: 'Pending approval', rank: 0, tone: 'neutral', icon: 'hourglass' },
  ACTIVE: { label: 'Active', rank: 1, tone: 'good', icon: 'circle-check' },
  DEPRECATED: { label: 'Deprecated', rank: 2, tone: 'warning', icon: 'archive' },
  REJECTED: { label: 'Rejected', rank: 3, tone: 'bad', icon: 'circle-x' },
  DISCONTINUED: { label: 'Discontinued', rank: 4, tone: 'quiet', icon: 'ban' },
  RESEARCH: { label: 'Research', rank: 5, tone: 'active', icon: 'microscope' },
};
