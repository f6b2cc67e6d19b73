import { z } from 'zod';
import { AppError, refuse } from '#db/errors/app-error.ts';
import {
  applied,
  conflicted,
  defineOperation,
  type OperationContext,
  type RuleResult,
  warned,
} from '#db/operation.ts';
import { sampleOf } from '#db/samples/find-placed.ts';
import type { Transaction } from '#db/transaction.ts';
import { ref } from '#db/values/field-types.ts';
import { WellName } from '#db/values/plate-well.ts';
import { wasStartedConcurrently } from './claim-layout.ts';
import { claimPlace } from './claim-place.ts';
import { ControlType } from './control-type.ts';
import { assertNotStarted, type BatchPlate, batchOf, plateOf, procedureOf } from './find-batch.ts';
import { type Placing, placeOne, recordPlacing } from './place-one.ts';
import { plateWarning } from './plate-warning.ts';
import { claimControl, putControl } from './put-control.ts';

const Placement = z.strictObject({ sampleId: ref, plateLocation: WellName });
const ControlPlacement = z.strictObject({
  controlId: ref,
  controlType: ControlType,
  plateLocation: WellName,
});

/**
 * Place a selection of the queue and the missing controls at once. The operation names the wells that the
 * person saw (see `planFill`), so that a concurrent change of the plate never shifts them.
 */
export const fillPlate = defineOperation({
  name: 'fill-plate',
  version: 1,
  kind: 'intent',
  title: 'Fill plate',
  grant: 'lab/batches:update',
  args: z.strictObject({
    batchId: ref,
    samples: z.array(Placement).max(96),
    controls: z.array(ControlPlacement).max(96).default([]),
  }),
  subjects: (args) => [args.batchId, ...args.samples.map((one) => one.sampleId)],
  buildsOn: (args) => args.samples.map((one) => one.sampleId),
  async run(tx, args, context) {
    const batch = await batchOf(tx, context, args.batchId);
    const startedConcurrently = await wasStartedConcurrently(context, batch);
    if (!startedConcurrently) assertNotStarted(batch);
    const method = await procedureOf(tx, batch);
    const results: RuleResult[] = [];
    for (const { sampleId, plateLocation } of args.samples) {
      const plate = await plateOf(tx, batch.id);
      const placing = { batch, procedure: method, layout: plate.layout, held: plate.samples.length };
      const place = () =>
        startedConcurrently
          ? claimSample(tx, context, placing, plate, sampleId, plateLocation)
          : placeAndNote(tx, context, placing, sampleId, plateLocation);
      results.push(await attempt(place));
    }
    if (results.length > 0 && results.every((one) => one.outcome === 'REJECTED')) {
      throw refuse(results[0]?.code ?? 'NOT_PLACED', summary(results));
    }
    for (const one of args.controls) {
      const control = { ...one, name: null, inventoryItemId: null };
      if (startedConcurrently) results.push(await attempt(() => claimControl(tx, context, batch, control)));
      else results.push(await attempt(() => putControl(tx, context, batch, control)));
    }
    if (startedConcurrently) return worstClaim(results);
    const text = await plateWarning(
      tx,
      (await plateOf(tx, batch.id)).samples,
      args.samples.map((one) => one.sampleId),
    );
    if (results.some((one) => one.outcome === 'CONFLICT'))
      return conflicted('FILL_CONFLICT', summary(results));
    if (results.some((one) => one.outcome !== 'APPLIED')) return warned('PARTLY_FILLED', summary(results));
    return text === null ? applied : warned('PLATE', text);
  },
});

const summary = (results: readonly RuleResult[]): string =>
  results
    .flatMap((one) => (one.message === null ? [] : [one.message]))
    .slice(0, 5)
    .join(' ');

// One sample or control that cannot be placed does not block the others; nothing was written before the
// refusal.
async function attempt(place: () => Promise<RuleResult>): Promise<RuleResult> {
  try {
    return await place();
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'INTERNAL') throw error;
    return { outcome: 'REJECTED', code: error.code, message: error.message };
  }
}

async function placeAndNote(
  tx: Transaction,
  context: OperationContext,
  placing: Placing,
  sampleId: string,
  well: string,
): Promise<RuleResult> {
  const row = await sampleOf(tx, sampleId);
  const result = await placeOne(tx, context, placing, row, well);
  if (result.outcome !== 'CONFLICT' && result.outcome !== 'MERGED')
    await recordPlacing(tx, context, placing.batch.id, { id: row.id, barcode: row.barcode, well });
  return result;
}

const claimSample = async (
  tx: Transaction,
  context: OperationContext,
  placing: Placing,
  plate: BatchPlate,
  sampleId: string,
  well: string,
): Promise<RuleResult> => claimPlace(tx, context, placing, plate, await sampleOf(tx, sampleId), well);

// A fill after a start that its person did not know of: differences are conflicts for a manager, the rest is
// merged.
function worstClaim(results: readonly RuleResult[]): RuleResult {
  const conflict = results.find((one) => one.outcome === 'CONFLICT');
  if (conflict) return conflicted(conflict.code ?? 'FILL_CONFLICT', summary(results));
  const rejection = results.find((one) => one.outcome === 'REJECTED');
  return rejection ? warned('PARTLY_FILLED', summary(results)) : (results[0] ?? applied);
}
