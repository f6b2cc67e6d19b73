import { firstNotes } from '#db/ordering/manifest/first-note.ts';
import type { ShownDraft } from '#db/ordering/shown-draft.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';
import { localMoment } from './local-moment.ts';

/**
 * Values that a manifest writes differently from the specimens: first notes, and times in the lab's time
 * zone.
 */
export async function manifestOverrides(
  tx: Transaction,
  specimens: readonly Specimen[],
  timeZone: string,
): Promise<ShownDraft['written']> {
  const notes = await firstNotes(
    tx,
    specimens.map(({ id }) => id),
  );
  return Object.fromEntries(
    specimens.map(({ id, collectedAt }) => [
      id,
      {
        notes: notes.get(id)?.bodyText ?? null,
        collectedAt: collectedAt === null ? null : localMoment(collectedAt, timeZone),
      },
    ]),
  );
}
