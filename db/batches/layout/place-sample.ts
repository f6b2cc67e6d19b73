import { z } from 'zod';
import { ControlType } from '#db/batches/batch-control.ts';
import { assertNotStarted, type BatchPlate, batchOf, plateOf, procedureOf } from '#db/batches/find-batch.ts';
import { AppError, refuse } from '#db/errors/app-error.ts';
import {
  applied,
  conflicted,
  defineOperation,
  type OperationContext,
  type RuleResult,
  warned,
} from '#db/operation.ts';
import { MASKED } from '#db/records/patient-fields.ts';
import { sampleOf } from '#db/samples/find-sample.ts';
import type { Sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { ref } from '#db/values/field-types.ts';
import { WellName, wellPosition } from '#db/values/plate-well.ts';
import { claimLayout, wasStartedConcurrently } from './claim-layout.ts';
import { specimensOf } from './move-specimens.ts';
import { claimControl, putControl } from './place-control.ts';
import { keepIfDisposed, type Placing, placeOne, recordPlacing } from './place-one.ts';
import { placementProblem } from './placement-problem.ts';

/**
 * Record a placement by a person who did not know that the batch had started: it is merged in the same well
 * and a conflict elsewhere. A sample that could not be placed anyway is refused as before the start.
 */
async function claimPlace(
  tx: Transaction,
  context: OperationContext,
  placing: Placing,
  plate: BatchPlate,
  row: Sample,
  well: string,
): Promise<RuleResult> {
  const { batch } = placing;
  if (row.batchId === null) {
    const disposed = await keepIfDisposed(tx, context, batch, row, well);
    if (disposed) return disposed;
    const problem = await placementProblem(tx, context, { ...placing, sample: row });
    if (problem && !problem.override) throw refuse(problem.code, problem.message);
  }
  const claim = { kind: 'sample' as const, id: row.id, well, dnaBarcode: null, name: row.barcode };
  return claimLayout(tx, context, batch, plate, [claim]);
}

const ROWS = 8;

const areAdjacentWells = (a: string, b: string): boolean => {
  const [p, q] = [(wellPosition(a) ?? 0) - 1, (wellPosition(b) ?? 0) - 1];
  const rows = Math.abs((p % ROWS) - (q % ROWS));
  const columns = Math.abs(Math.floor(p / ROWS) - Math.floor(q / ROWS));
  return rows + columns === 1;
};

/**
 * Return the warnings about samples just placed: mixed species, or one patient in neighboring wells (domain
 * 5.5).
 */
async function plateWarning(
  tx: Transaction,
  samples: readonly Sample[],
  placedIds: readonly string[],
): Promise<string | null> {
  const specimens = await specimensOf(tx, samples);
  const species = new Set([...specimens.values()].map((row) => row.providedSourceSpecies));
  const texts = species.size > 1 ? ['This plate mixes species.'] : [];
  const patientOf = (row: Sample): string | null => {
    const specimenRow = row.specimenId === null ? undefined : specimens.get(row.specimenId);
    if (specimenRow?.patientMrn === MASKED) return specimenRow.patientId;
    return specimenRow?.patientId ?? specimenRow?.patientMrn ?? null;
  };
  for (const row of samples.filter((one) => placedIds.includes(one.id))) {
    const near = samples.find(
      (other) =>
        other.specimenId !== row.specimenId &&
        patientOf(row) !== null &&
        patientOf(other) === patientOf(row) &&
        row.plateLocation !== null &&
        other.plateLocation !== null &&
        areAdjacentWells(row.plateLocation, other.plateLocation),
    );
    if (near) texts.push(`Wells ${row.plateLocation} and ${near.plateLocation} hold samples of one patient.`);
  }
  return texts.length > 0 ? texts.slice(0, 3).join(' ') : null;
}

/** Put a queued sample in a well of a batch plate, or move it to another well of the batch. */
export const placeSample = defineOperation({
  name: 'place-sample',
  version: 1,
  kind: 'intent',
  title: 'Place sample in batch',
  grant: 'lab/batches:update',
  args: z.strictObject({ batchId: ref, sampleId: ref, plateLocation: WellName }),
  subjects: (args) => [args.batchId, args.sampleId],
  buildsOn: (args) => [args.sampleId],
  async run(tx, args, context) {
    const batch = await batchOf(tx, context, args.batchId);
    const startedConcurrently = await wasStartedConcurrently(context, batch);
    if (!startedConcurrently) assertNotStarted(batch);
    const row = await sampleOf(tx, args.sampleId);
    const plate = await plateOf(tx, batch.id);
    const placing = {
      batch,
      procedure: await procedureOf(tx, batch),
      layout: plate.layout,
      held: plate.samples.length,
    };
    if (startedConcurrently) return claimPlace(tx, context, placing, plate, row, args.plateLocation);
    const result = await placeOne(tx, context, placing, row, args.plateLocation);
    if (result.outcome === 'CONFLICT' || result.outcome === 'MERGED') return result;
    await recordPlacing(tx, context, batch.id, {
      id: row.id,
      barcode: row.barcode,
      well: args.plateLocation,
    });
    if (result.outcome !== 'APPLIED') return result;
    const text = await plateWarning(tx, (await plateOf(tx, batch.id)).samples, [row.id]);
    return text === null ? applied : warned('PLATE', text);
  },
});

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
