import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import type { Lifecycle } from '#db/values/lifecycle.ts';
import type { StatusDisplay } from '#db/values/tone.ts';

/** Orders are placed in an active campaign; of an ended one its sponsor pays what was ordered before. */
export const CAMPAIGN_STATUSES = ['ACTIVE', 'ENDED'] as const;
export const CampaignStatus = z.enum(CAMPAIGN_STATUSES);
export type CampaignStatus = z.infer<typeof CampaignStatus>;

/** How each status is worded, ordered and toned. */
export const CAMPAIGN_STATUS: Record<CampaignStatus, StatusDisplay> = {
  ACTIVE: { label: 'Active', rank: 0, tone: 'good' },
  ENDED: { label: 'Ended', rank: 1, tone: 'quiet' },
};

const LIFECYCLE: Lifecycle<CampaignStatus> = { ACTIVE: ['ENDED'], ENDED: ['ACTIVE'] };

/** Refuses a change of a campaign's status that the table does not list. */
export function assertCampaignTransition(from: CampaignStatus, to: CampaignStatus): void {
  if (LIFECYCLE[from].includes(to)) return;
  const text =
    to === 'ENDED'
      ? 'This campaign has ended already.'
      : 'This campaign is active. Nothing has to be resumed.';
  throw refuse('TRANSITION_NOT_ALLOWED', text);
}
