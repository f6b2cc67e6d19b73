import { z } from 'zod';
import { defineEntity, type Row, tenantFields } from '#db/entity.ts';
import { bool, int, longText, requiredText } from '#db/values/field-types.ts';
import { VideoAudience } from './video-audience.ts';

/** A film that shows how something is done; it lies where the lab keeps its films, the product knows its address. */
export const helpVideo = defineEntity({
  name: 'HelpVideo',
  table: 'help_video',
  schema: z.object({
    ...tenantFields,
    title: requiredText,
    summary: requiredText,
    url: requiredText,
    /** How long it is, when that is known. */
    seconds: int.min(1).nullable(),
    /** Are there captions in the film? */
    captioned: bool,
    /** What is said in it, to be read instead. */
    transcript: longText.nullable(),
    audience: VideoAudience,
    sortOrder: int.nullable(),
  }),
  create: ['title', 'summary', 'url', 'seconds', 'captioned', 'transcript', 'audience', 'sortOrder'],
  update: ['title', 'summary', 'url', 'seconds', 'captioned', 'transcript', 'audience', 'sortOrder'],
  list: { sort: ['title', 'sortOrder', 'createdAt'], filter: ['audience'], search: ['title', 'summary'] },
  indexes: [],
  replica: null,
});
export type HelpVideo = Row<typeof helpVideo>;
