import { z } from 'zod';

/** For whom a help video is. */
export const VIDEO_AUDIENCES = ['CUSTOMERS', 'STAFF', 'EVERYBODY'] as const;
export const VideoAudience = z.enum(VIDEO_AUDIENCES);
export type VideoAudience = z.infer<typeof VideoAudience>;

/** How each is worded. */
export const VIDEO_AUDIENCE: Record<VideoAudience, string> = {
  CUSTOMERS: 'Customers',
  STAFF: 'The lab',
  EVERYBODY: 'Everybody',
};
