import { z } from 'zod';
import { defineCall } from '#db/api/call-definition.ts';
import { EXPANSION_KITS, SEQUENCING_KITS } from '#db/sequencing/files/barcode-kits.ts';
import { Id } from '#db/values/id.ts';

const SheetQuery = z.strictObject({
  placeColumn: z.enum(['flow_cell_id', 'position_id']),
  place: z.string().min(1).max(40),
  kit: z.enum(SEQUENCING_KITS),
  /** Expansion kits, with a comma between them. */
  expansions: z
    .string()
    .max(200)
    .transform((text) => text.split(',').filter((name) => name !== ''))
    .pipe(z.array(z.enum(EXPANSION_KITS)))
    .optional(),
});
export type SheetQuery = z.infer<typeof SheetQuery>;

const SheetProblem = z.object({
  line: z.int().min(1).nullable(),
  column: z.string().nullable(),
  message: z.string(),
});

/** The sample sheet of a batch; a sheet with problems is not written. */
export const BatchSheet = z.object({ csv: z.string().nullable(), problems: z.array(SheetProblem) });

export const readSampleSheet = defineCall({
  id: 'readSampleSheet',
  method: 'get',
  path: '/api/lab/batches/:id/sample-sheet',
  access: 'lab/batches:read',
  summary: 'Writes the sample sheet of a sequencing batch for MinKNOW, or lists what is wrong with it.',
  params: z.strictObject({ id: Id }),
  query: SheetQuery,
  answer: BatchSheet,
  errors: ['NOT_SEQUENCING'],
});
