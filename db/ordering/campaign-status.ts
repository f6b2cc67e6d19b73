import { z } from 'zod';
import { refuse } from '#db/errors/app-error.ts';
import type { Lifecycle } from '#db/values/lifecycle.ts';
import type { StatusDisplay } from '#db/values/tone.ts';

/** An active campaign accepts orders; the sponsor of an ended one pays for the earlier orders. */
export const CAMPAIGN_STATUSES = ['ACTIVE', 'ENDED'] as const;
export const CampaignStatus = z.enum(CAMPAIGN_STATUSES);
export type CampaignStatus = z.infer<typeof CampaignStatus>;

/** The label, order and tone of each status. */
export const CAMPAIGN_STATUS: Record<CampaignStatus, StatusDisplay> = {
  ACTIVE: { label: 'Active', rank: 0, tone: 'good' },
  ENDED: { label: 'Ended', rank: 1, tone: 'quiet' },
};

const LIFECYCLE: Lifecycle<CampaignStatus> = { ACTIVE: ['ENDED'], ENDED: ['ACTIVE'] };

/** Refuse a change of a campaign's status that the table does not list. */
export function assertCampaignTransition(from: CampaignStatus, to: CampaignStatus): void {
  if (LIFECYCLE[from].includes(to)) return;
  const text =
    to === 'ENDED'
      ? 'This campaign has ended already.'
      : 'This campaign is active. Nothing has to be resumed.';
  throw refuse('TRANSITION_NOT_ALLOWED', text);
}
