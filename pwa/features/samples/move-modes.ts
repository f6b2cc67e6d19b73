import { z } from 'zod';
import { ArrivalSearch } from './arrival-search.ts';

/** The ways of moving, as they stand in the address. */
export const MoveMode = z.enum(['samples', 'many', 'container', 'rack-scan', 're-rack', 'stock-take']);
export type MoveMode = z.infer<typeof MoveMode>;

/** What the address of the page may say; anything else is left out. */
export const MoveSearch = ArrivalSearch.extend({ mode: MoveMode.optional().catch(undefined) });
