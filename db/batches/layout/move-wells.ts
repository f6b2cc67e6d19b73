import { z } from 'zod';
import type { Batch } from '#db/batches/batch.ts';
import { batchControl } from '#db/batches/batch-control.ts';
import {
  assertNotStarted,
  batchOf,
  plateOf,
  procedureOf,
  recordLayoutChange,
} from '#db/batches/find-batch.ts';
import {
  applied,
  conflicted,
  defineOperation,
  merged,
  type OperationContext,
  type RuleResult,
  warned,
} from '#db/operation.ts';
import { resolveMergedSample } from '#db/samples/find-sample.ts';
import { sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { ref } from '#db/values/field-types.ts';
import { WellName } from '#db/values/plate-well.ts';
import { claimMoves, wasStartedConcurrently } from './claim-layout.ts';
import { laterEdit } from './layout-history.ts';
import { join, wellFields } from './place-one.ts';
import { placementProblem } from './placement-problem.ts';
import {
  type Layout,
  type LayoutChange,
  layoutChanges,
  moveSelection,
  swapWells as swapped,
} from './plate-layout.ts';
import { layoutOfMove, SeenWells } from './seen-layout.ts';
import { closeTakenWell, loseWell, refuseSeenWell } from './well-taken.ts';

/**
 * Move samples and controls of a plate that has not started. Material that another person moved later stays
 * in the later well, and a well that another person took concurrently stays with that person (domain 5.11,
 * case 12).
 */
async function applyLayout(
  tx: Transaction,
  context: OperationContext,
  row: Batch,
  changes: readonly LayoutChange[],
): Promise<RuleResult> {
  const results: RuleResult[] = [];
  const effectiveChanges: LayoutChange[] = [];
  for (const one of changes) {
    const later = await laterEdit(tx, context, row.id, one.content.id);
    if (later) results.push(later);
    else effectiveChanges.push(one);
  }
  const ids = new Set(effectiveChanges.map((one) => one.content.id));
  const { layout } = await plateOf(tx, row.id);
  const occupiedWells = new Set([...layout].flatMap(([well, { id }]) => (ids.has(id) ? [] : [well])));
  for (const one of effectiveChanges)
    results.push(await putInWell(tx, context, row, one, occupiedWells.has(one.well)));
  return summaryOf(results);
}

async function putInWell(
  tx: Transaction,
  context: OperationContext,
  row: Batch,
  { content, well }: LayoutChange,
  isTaken: boolean,
): Promise<RuleResult> {
  const nameOrRefusal = await nameOnPlate(tx, context, row, content);
  if (typeof nameOrRefusal !== 'string') return nameOrRefusal;
  if (isTaken) {
    await refuseSeenWell(context, row, well);
    return loseWell(tx, context, row, { ...content, name: nameOrRefusal }, well);
  }
  await closeTakenWell(tx, context, row.id, content.id, `Put in ${well}`);
  if (content.kind === 'control')
    await tx.patch(batchControl, content.id, { plateLocation: well, deleted: false });
  else await tx.patch(sample, content.id, wellFields(well));
  await recordLayoutChange(tx, context, row.id, { id: content.id, barcode: nameOrRefusal, well });
  return applied;
}

/**
 * Return the name of the moved material. When another person took the tube off the plate before this move was
 * made, put it back on the plate; when that is impossible, return the reason as a warning.
 */
async function nameOnPlate(
  tx: Transaction,
  context: OperationContext,
  row: Batch,
  { kind, id }: LayoutChange['content'],
): Promise<string | RuleResult> {
  const notInBatch = (name: string) => warned('NOT_IN_BATCH', `${name} is not in batch ${row.julianId}.`);
  if (kind === 'control') {
    const control = await tx.get(batchControl, id);
    return control?.batchId === row.id ? control.name : notInBatch('A control');
  }
  const nameOrRefusal = await resolveMergedSample(tx, id);
  if (!nameOrRefusal) return notInBatch('A sample');
  if (nameOrRefusal.batchId === row.id) return nameOrRefusal.barcode;
  if (nameOrRefusal.batchId !== null) return notInBatch(nameOrRefusal.barcode);
  if (nameOrRefusal.duplicateOfSampleId !== null && nameOrRefusal.status === 'CANCELED') {
    await tx.patch(sample, nameOrRefusal.id, { status: 'BATCH_ASSIGNED', batchId: row.id });
    return nameOrRefusal.barcode;
  }
  const procedure = await procedureOf(tx, row);
  const problem = await placementProblem(tx, context, { batch: row, procedure, sample: nameOrRefusal });
  if (problem && !problem.override) return warned(problem.code, problem.message);
  await join(tx, context, row, nameOrRefusal, null);
  return nameOrRefusal.barcode;
}

function summaryOf(results: readonly RuleResult[]): RuleResult {
  const notApplied = results.filter(({ outcome }) => outcome !== 'APPLIED');
  const message = notApplied
    .flatMap((one) => one.message ?? [])
    .slice(0, 5)
    .join(' ');
  const first = (outcome: RuleResult['outcome']) => notApplied.find((one) => one.outcome === outcome);
  const conflict = first('CONFLICT');
  if (conflict) return conflicted(conflict.code ?? 'WELL_TAKEN', message);
  const warning = first('APPLIED_WITH_WARNING');
  if (warning) return warned(warning.code ?? 'NOT_IN_BATCH', message);
  return notApplied.length === 0 ? applied : merged(notApplied[0]?.code ?? 'LATER_EDIT', message);
}

/** Move a selection of wells so that `from` lands on `to`, keeping its shape. */
export const moveWells = defineOperation({
  name: 'move-wells',
  version: 1,
  kind: 'intent',
  title: 'Move wells',
  grant: 'lab/batches:update',
  args: z.strictObject({
    batchId: ref,
    wells: z.array(WellName).min(1).max(96),
    from: WellName,
    to: WellName,
    seen: SeenWells,
  }),
  subjects: (args) => [args.batchId],
  async run(tx, args, context) {
    const batch = await batchOf(tx, context, args.batchId);
    const plate = await plateOf(tx, batch.id);
    const { wells, from, to } = args;
    const move = (layout: Layout) => moveSelection(layout, wells, from, to);
    if (await wasStartedConcurrently(context, batch))
      return claimMoves(tx, context, batch, plate, args.seen, move);
    assertNotStarted(batch);
    const observedLayout = await layoutOfMove(tx, context, batch, plate, args.seen);
    return applyLayout(tx, context, batch, layoutChanges(observedLayout, move(observedLayout)));
  },
});

/** Swap the contents of two wells; onto an empty well this is a move. */
export const swapWells = defineOperation({
  name: 'swap-wells',
  version: 1,
  kind: 'intent',
  title: 'Swap wells',
  grant: 'lab/batches:update',
  args: z.strictObject({ batchId: ref, from: WellName, to: WellName, seen: SeenWells }),
  subjects: (args) => [args.batchId],
  async run(tx, args, context) {
    const batch = await batchOf(tx, context, args.batchId);
    const plate = await plateOf(tx, batch.id);
    const move = (layout: Layout) => swapped(layout, args.from, args.to);
    if (await wasStartedConcurrently(context, batch))
      return claimMoves(tx, context, batch, plate, args.seen, move);
    assertNotStarted(batch);
    const observedLayout = await layoutOfMove(tx, context, batch, plate, args.seen);
    return applyLayout(tx, context, batch, layoutChanges(observedLayout, move(observedLayout)));
  },
});
