import { type Batch, batch as batchEntity } from '#db/batches/batch.ts';
import { type BatchPlate, personName } from '#db/batches/find-batch.ts';
import { conflicted, merged, type OperationContext, type RuleResult } from '#db/operation.ts';
import { ConflictVersion, syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import type { WellTarget } from './correct-well.ts';
import {
  agrees,
  closeConflict,
  LAYOUT_DIFFERS,
  openLayoutConflict,
  placeNow,
  sidesOf,
  updateOtherSide,
} from './layout-conflict.ts';
import { type Layout, layoutChanges, type WellContent } from './plate-layout.ts';
import { layoutOfMove, type SeenWells } from './seen-layout.ts';

/**
 * The contents of wells that an edit made without knowledge of the start intended; `name` is the display
 * name.
 */
export interface LayoutClaim extends WellTarget {
  name: string;
}

/** Return whether a layout edit was made by a person who could not know that the batch had started. */
export const wasStartedConcurrently = async (context: OperationContext, row: Batch): Promise<boolean> =>
  row.startedAt !== null &&
  row.status !== 'CANCELED' &&
  (await context.changedSinceSeen(batchEntity, row.id));

interface OwnConflict {
  id: string;
  other: WellTarget;
}

// Earlier claims of the same person are included: later edits on that device build on them.
async function ownConflicts(
  tx: Transaction,
  context: OperationContext,
  batchId: string,
): Promise<Map<string, OwnConflict>> {
  const own = new Map<string, OwnConflict>();
  for (const one of await tx.find(syncConflict, { batchId, status: 'OPEN' })) {
    if (one.kind !== LAYOUT_DIFFERS) continue;
    const mine = ConflictVersion.parse(one.mine);
    const { other } = sidesOf({ mine, theirs: null });
    if (mine.userId === context.actor.userId && other) own.set(other.id, { id: one.id, other });
  }
  return own;
}

/**
 * Return the plate as the person of a concurrent edit had it: as started, with that person's earlier changes.
 */
export async function editorLayout(
  tx: Transaction,
  context: OperationContext,
  row: Batch,
  plate: BatchPlate,
): Promise<Map<string, WellContent>> {
  const layout = new Map(plate.layout);
  for (const { other } of (await ownConflicts(tx, context, row.id)).values()) {
    for (const [well, content] of layout) if (content.id === other.id) layout.delete(well);
    if (other.well !== null) layout.set(other.well, { kind: other.kind, id: other.id });
  }
  return layout;
}

/** Return the names of the material on a plate, by id. */
export const namesOn = ({ samples, controls }: BatchPlate): Map<string, string> =>
  new Map([
    ...samples.map((one) => [one.id, one.barcode] as const),
    ...controls.map((one) => [one.id, one.name] as const),
  ]);

/**
 * Compare what a person laid out without knowledge of the start with the plate as started (domain 5.11, case
 * 29). The started layout counts; each sample or control that differs becomes a conflict that names both.
 */
export async function claimLayout(
  tx: Transaction,
  context: OperationContext,
  row: Batch,
  plate: BatchPlate,
  claims: readonly LayoutClaim[],
): Promise<RuleResult> {
  const names = namesOn(plate);
  const own = await ownConflicts(tx, context, row.id);
  const starter = await personName(tx, row.startedById);
  const differing: string[] = [];
  for (const { name, ...target } of claims) {
    const now = await placeNow(tx, row.id, target);
    const known = own.get(target.id);
    if (agrees(now, target)) {
      if (known) await closeConflict(tx, context, known.id, 'The layout was as started');
      continue;
    }
    differing.push(name);
    if (known) await updateOtherSide(tx, context, known.id, name, row.id, target);
    else
      await openLayoutConflict(tx, context, row, {
        name,
        started: {
          target: { ...target, ...now },
          by: { userId: row.startedById, name: starter, occurredAt: row.startedAt ?? context.occurredAt },
        },
        other: { target, by: null },
        withheld: null,
        instead: names.get(plate.layout.get(target.well ?? '')?.id ?? '') ?? null,
      });
  }
  const started = `Batch ${row.julianId} has already started`;
  if (differing.length === 0) return merged('BATCH_STARTED', `${started} with this layout, by ${starter}.`);
  return conflicted(
    LAYOUT_DIFFERS,
    `${started}. ${starter} had ${differing.slice(0, 5).join(', ')} elsewhere; a lab manager decides.`,
  );
}

/** Compare the moves of a person who did not know of the start with the started plate. */
export async function claimMoves(
  tx: Transaction,
  context: OperationContext,
  row: Batch,
  plate: BatchPlate,
  observedWells: SeenWells,
  move: (layout: Layout) => Layout,
): Promise<RuleResult> {
  const layout =
    observedWells === null
      ? await editorLayout(tx, context, row, plate)
      : await layoutOfMove(tx, context, row, plate, observedWells);
  const names = namesOn(plate);
  const claims: LayoutClaim[] = [];
  for (const { content, well } of layoutChanges(layout, move(layout))) {
    const name = names.get(content.id) ?? (await tx.get(sample, content.id))?.barcode ?? content.id;
    claims.push({ ...content, well, dnaBarcode: null, name });
  }
  return claimLayout(tx, context, row, plate, claims);
}
