import { type Batch, batch as batchEntity } from '#db/batches/batch.ts';
import { batchControl } from '#db/batches/batch-control.ts';
import { wasChangedConcurrently } from '#db/batches/changed-concurrently.ts';
import { recordLayoutChange } from '#db/batches/find-batch.ts';
import { refuse } from '#db/errors/app-error.ts';
import { conflicted, type OperationContext, type RuleResult } from '#db/operation.ts';
import { openConflict } from '#db/records/conflicts/open-conflict.ts';
import { ConflictVersion, syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { closeConflict } from './layout-conflict.ts';
import { lastLayoutChange } from './layout-history.ts';
import type { WellContent } from './plate-layout.ts';

/** Two claims to one well of a plate that has not started (domain 5.11, case 12). */
export const WELL_TAKEN = 'WELL_TAKEN';

/** How a start resolves the conflict about a well. */
export const STARTED_WITH = 'The batch was started with it';

/** A claim to a well; `name` is the display name. */
export interface Claimant extends WellContent {
  name: string;
}

const occupiedText = (well: string): string => `Well ${well} is occupied.`;

/** Refuse a well that the person could see to be occupied. */
export async function refuseSeenWell(context: OperationContext, batch: Batch, well: string): Promise<void> {
  if (!(await wasChangedConcurrently(context, batchEntity, batch.id)))
    throw refuse(WELL_TAKEN, occupiedText(well));
}

/**
 * Keep the second claimant of a well unplaced until a person decides: nothing is shifted automatically. A
 * control without a well is removed.
 */
export async function loseWell(
  tx: Transaction,
  context: OperationContext,
  batch: Batch,
  { kind, id, name }: Claimant,
  well: string,
): Promise<RuleResult> {
  const theirs = await lastLayoutChange(tx, batch.id, well);
  if (kind === 'control') await tx.patch(batchControl, id, { deleted: true });
  else await tx.patch(sample, id, { plateLocation: null, batchOrder: null });
  await recordLayoutChange(tx, context, batch.id, { id, barcode: name, well: null, claimed: well });
  await openConflict(tx, context, {
    kind: WELL_TAKEN,
    targetType: kind === 'control' ? 'BatchControl' : 'Sample',
    targetId: id,
    batchId: batch.id,
    action: `Choose a well for ${name} in batch ${batch.julianId}`,
    mine: { label: `${name} in ${well}`, value: { batchId: batch.id, sampleId: id, kind, well } },
    theirs,
  });
  const locationText = kind === 'control' ? 'off the plate' : 'under Unplaced';
  return conflicted(WELL_TAKEN, `${occupiedText(well)} ${name} is ${locationText}; choose a well for it.`);
}

/**
 * Close the conflict about a well, when a later edit or the start answers it; returns whether one was open.
 */
export async function closeTakenWell(
  tx: Transaction,
  context: OperationContext,
  batchId: string,
  id: string,
  resolution: string,
): Promise<boolean> {
  const open = await tx.find(syncConflict, { targetId: id, status: 'OPEN' });
  const wellConflicts = open.filter((one) => one.kind === WELL_TAKEN && one.batchId === batchId);
  for (const one of wellConflicts) await closeConflict(tx, context, one.id, resolution);
  return wellConflicts.length > 0;
}

/**
 * Reword the open conflicts of a batch at its start, so that a decision made before the rewording is
 * detected.
 */
export async function askAfterStart(tx: Transaction, { id, julianId }: Batch): Promise<void> {
  for (const one of await tx.find(syncConflict, { batchId: id, status: 'OPEN' })) {
    if (one.kind !== WELL_TAKEN) continue;
    const { label } = ConflictVersion.parse(one.mine);
    await tx.patch(syncConflict, one.id, {
      action: `Decide about ${label}: batch ${julianId} started without it`,
    });
  }
}
