import { z } from 'zod';
import { DeepLinkSearch } from './deep-link-search.ts';

/** The ways of moving, as they stand in the address. */
export const MoveMode = z.enum(['samples', 'many', 'container', 'rack-scan', 're-rack', 'stock-take']);
export type MoveMode = z.infer<typeof MoveMode>;

/** What the address of the page may say; anything else is left out. */
export const MoveSearch = DeepLinkSearch.extend({ mode: MoveMode.optional().catch(undefined) });
