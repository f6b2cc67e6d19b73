import { z } from 'zod';

/** The audience of a help video. */
export const VIDEO_AUDIENCES = ['CUSTOMERS', 'STAFF', 'EVERYBODY'] as const;
export const VideoAudience = z.enum(VIDEO_AUDIENCES);
export type VideoAudience = z.infer<typeof VideoAudience>;

/** The screen text of each audience. */
export const VIDEO_AUDIENCE: Record<VideoAudience, string> = {
  CUSTOMERS: 'Customers',
  STAFF: 'The lab',
  EVERYBODY: 'Everybody',
};
