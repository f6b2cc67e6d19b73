import { z } from 'zod';
import { Id } from '#db/values/id.ts';

/** Search parameters that preselect a tube or box by record id; others are dropped. */
export const DeepLinkSearch = z.object({
  sample: Id.optional().catch(undefined),
  container: Id.optional().catch(undefined),
});
