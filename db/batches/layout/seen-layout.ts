import { z } from 'zod';
import type { Batch } from '#db/batches/batch.ts';
import type { BatchPlate } from '#db/batches/find-batch.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Transaction } from '#db/transaction.ts';
import { ref } from '#db/values/field-types.ts';
import { WellName } from '#db/values/plate-well.ts';
import { reconstructObservedLayout } from './layout-history.ts';
import type { Layout } from './plate-layout.ts';

const SeenWell = z.strictObject({ wellLocation: WellName, kind: z.enum(['sample', 'control']), id: ref });

/**
 * The contents of the wells of a move as its person saw them: a move names wells and means the tubes in them.
 * Null from an app that does not send them.
 */
export const SeenWells = z.array(SeenWell).max(96).nullable().default(null);
export type SeenWells = z.infer<typeof SeenWells>;

/** Return the contents of wells in a layout, as a move sends them. */
export const seenWells = (layout: Layout, wells: readonly string[]): NonNullable<SeenWells> =>
  wells.flatMap((wellLocation) => {
    const content = layout.get(wellLocation);
    return content ? [{ wellLocation, kind: content.kind, id: content.id }] : [];
  });

/**
 * Return the plate as the person of a move saw it; when the move does not send it, as far as the history
 * tells.
 */
export async function layoutOfMove(
  tx: Transaction,
  context: OperationContext,
  row: Batch,
  plate: BatchPlate,
  observedWells: SeenWells,
): Promise<Layout> {
  if (observedWells !== null)
    return new Map(observedWells.map(({ wellLocation, kind, id }) => [wellLocation, { kind, id }]));
  const { wells } = await reconstructObservedLayout(tx, context, row, plate);
  return new Map(
    wells.map(({ wellLocation, sampleId, controlId }) => [
      wellLocation,
      sampleId === null
        ? { kind: 'control' as const, id: controlId ?? '' }
        : { kind: 'sample' as const, id: sampleId },
    ]),
  );
}
