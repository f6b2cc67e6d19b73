import { z } from 'zod';
import { DeepLinkSearch } from './deep-link-search.ts';

/** The modes of moving, as named in the address. */
export const MoveMode = z.enum(['samples', 'many', 'container', 'rack-scan', 're-rack', 'stock-take']);
export type MoveMode = z.infer<typeof MoveMode>;

/** The search parameters of the page; others are dropped. */
export const MoveSearch = DeepLinkSearch.extend({ mode: MoveMode.optional().catch(undefined) });
