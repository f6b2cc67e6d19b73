import { z } from 'zod';
import { assertListed, type Lifecycle } from '#db/values/lifecycle.ts';
import type { StatusDisplay } from '#db/values/tone.ts';

/** A request is open until somebody of the lab has recorded its outcome. */
export const SUPPORT_REQUEST_STATUSES = ['OPEN', 'CLOSED'] as const;
export const SupportRequestStatus = z.enum(SUPPORT_REQUEST_STATUSES);
export type SupportRequestStatus = z.infer<typeof SupportRequestStatus>;

/** The screen text, order and tone of each status. */
export const SUPPORT_REQUEST_STATUS: Record<SupportRequestStatus, StatusDisplay> = {
  OPEN: { label: 'Open', rank: 0, tone: 'active' },
  CLOSED: { label: 'Closed', rank: 1, tone: 'quiet' },
};

const LIFECYCLE: Lifecycle<SupportRequestStatus> = { OPEN: ['CLOSED'], CLOSED: ['OPEN'] };

/** Refuse a status change that the lifecycle does not list. */
export const assertSupportTransition = (from: SupportRequestStatus, to: SupportRequestStatus): void =>
  assertListed(LIFECYCLE, SUPPORT_REQUEST_STATUS, from, to);
