import { z } from 'zod';
import { Id } from '#db/values/id.ts';

/** Search parameters that preselect a tube or box by record id; others are dropped. */
export const DeepLinkSearch = z.object({
  sample: Id.optional().catch(undefined),
  container: Id.optional().catch(undefined),
});

/** The modes of moving, as named in the address. */
export const MoveMode = z.enum(['samples', 'many', 'container', 'rack-scan', 're-rack', 'stock-take']);
export type MoveMode = z.infer<typeof MoveMode>;

/** The search parameters of the page; others are dropped. */
export const MoveSearch = DeepLinkSearch.extend({ mode: MoveMode.optional().catch(undefined) });
