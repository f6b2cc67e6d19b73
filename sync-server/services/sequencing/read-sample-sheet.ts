import type { z } from 'zod';
import { isVisible } from '#db/access/lab.ts';
import type { BatchSheet, SheetQuery } from '#db/api/sequencing/sample-sheets.ts';
import { batch } from '#db/batches/batch.ts';
import { plateOf } from '#db/batches/find-batch.ts';
import { AppError, refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { sheetContentOf, sheetSamplesOf } from '#db/sequencing/files/batch-sheet.ts';
import { sheetContentProblems, writeSampleSheet } from '#db/sequencing/files/write-sample-sheet.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import type { Session } from '#sync-server/http/session.ts';
import { readInLab } from '#sync-server/services/protocols/read-version.ts';

/** Write the sample sheet of a batch with all its samples, or list what is wrong with it. */
export function readSampleSheet(
  services: Pick<AppServices, 'pool' | 'now'>,
  session: Session,
  id: string,
  { placeColumn, place, kit, expansions = [] }: SheetQuery,
): Promise<z.infer<typeof BatchSheet>> {
  return readInLab(services, session, async (tx) => {
    const row = await tx.get(batch, id);
    if (!row || row.deleted || !isVisible(session, row)) throw new AppError('NOT_FOUND', MESSAGES.notFound);
    if (row.type !== 'SEQUENCING')
      throw refuse('NOT_SEQUENCING', `Batch ${row.julianId} is not a sequencing batch.`);
    const { samples, controls } = await plateOf(tx, id);
    const all = sheetSamplesOf(samples, controls);
    const content = sheetContentOf(row, all, {
      place: { column: placeColumn, value: place },
      flowCellProductCode: null,
      kit,
      expansions,
      aliases: new Set(all.map(({ alias }) => alias)),
    });
    const problems = sheetContentProblems(content);
    return { csv: problems.length === 0 ? writeSampleSheet(content) : null, problems };
  });
}
