import { z } from 'zod';
import { WorkOrder } from '#db/batches/directors/director-work.ts';

/** The search of the directors' pages: the order of what waits, the oldest first when absent. */
export const DirectorSearch = z.object({ order: WorkOrder.optional().catch(undefined) });
