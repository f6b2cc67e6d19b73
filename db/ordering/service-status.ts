import { z } from 'zod';
import type { StatusDisplay } from '#db/values/tone.ts';

/** LIVE is on sale, DRAFT is being prepared, NOT_A_SERVICE is internal only. */
export const SERVICE_STATUSES = ['DRAFT', 'LIVE', 'NOT_A_SERVICE'] as const;
export const ServiceStatus = z.enum(SERVICE_STATUSES);
export type ServiceStatus = z.infer<typeof ServiceStatus>;

/** The label, order and tone of each status. */
export const SERVICE_STATUS: Record<ServiceStatus, StatusDisplay> = {
  DRAFT: { label: 'Draft', rank: 1, tone: 'neutral' },
  LIVE: { label: 'Live', rank: 0, tone: 'good' },
  NOT_A_SERVICE: { label: 'Not a service', rank: 2, tone: 'quiet' },
};
