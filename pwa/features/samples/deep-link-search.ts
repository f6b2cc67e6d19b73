import { z } from 'zod';
import { Id } from '#db/values/id.ts';

/** The tube or the box with which the person comes to a page, by the record's id; anything else is left out. */
export const DeepLinkSearch = z.object({
  sample: Id.optional().catch(undefined),
  container: Id.optional().catch(undefined),
});
