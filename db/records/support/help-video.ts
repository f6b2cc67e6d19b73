import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { bool, int, longText, requiredText } from '#db/values/field-types.ts';

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

/** A video that shows a task; the lab hosts its videos elsewhere, the product stores only the address. */
export const helpVideo = defineEntity({
  name: 'HelpVideo',
  table: 'help_video',
  schema: z.object({
    ...tenantFields,
    title: requiredText,
    summary: requiredText,
    url: requiredText,
    /** Length in seconds, when known. */
    seconds: int.min(1).nullable(),
    /** Whether the video has captions. */
    captioned: bool,
    /** The spoken text, for reading instead. */
    transcript: longText.nullable(),
    audience: VideoAudience,
    sortOrder: int.nullable(),
  }),
  list: { sort: ['title', 'sortOrder', 'createdAt'], filter: ['audience'], search: ['title', 'summary'] },
  indexes: [],
  replica: null,
});
export type HelpVideo = Row<typeof helpVideo>;
