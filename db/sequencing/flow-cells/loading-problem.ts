import { isVisible } from '#db/access/lab.ts';
import type { Batch } from '#db/batches/batch.ts';
import { repeatedBarcode } from '#db/batches/dna-barcodes.ts';
import { personName } from '#db/batches/find-batch.ts';
import type { OperationContext } from '#db/operation.ts';
import type { Sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { clockText } from '#db/values/wall-clock.ts';
import { SEQUENCER_MODEL_FACTS, SEQUENCER_STATUS_DISPLAY, sequencer } from '../sequencers/sequencer.ts';
import type { FlowCell } from './flow-cell.ts';
import { fitsPosition } from './flow-cell-product.ts';
import {
  type FlowCellUse,
  flowCellUse,
  lastUseOfBarcode,
  openUse,
  sameBarcodeName,
  usesOf,
} from './flow-cell-use.ts';

/** A library on its way onto a flow cell. */
export interface LoadedSample {
  row: Sample;
  /** Whether it, or its pool, belongs to the batch. */
  isOfBatch: boolean;
}

interface Loading {
  batch: Batch;
  cell: FlowCell;
  samples: readonly LoadedSample[];
  sequencerId: string;
  positionName: string;
}

interface Problem {
  code: string;
  text: string;
}

/** Return why a flow cell cannot be loaded, or null. */
export async function loadingProblem(
  tx: Transaction,
  context: OperationContext,
  loading: Loading,
): Promise<Problem | null> {
  return (
    batchProblem(loading) ??
    samplesProblem(loading) ??
    (await cellProblem(tx, context, loading.cell)) ??
    (await positionProblem(tx, context, loading))
  );
}

function batchProblem({ batch }: Loading): Problem | null {
  if (batch.type !== 'SEQUENCING')
    return { code: 'NOT_SEQUENCING', text: `Batch ${batch.julianId} is not a sequencing batch.` };
  if (batch.status !== 'IN_PROGRESS')
    return { code: 'NOT_STARTED', text: `Batch ${batch.julianId} is not in progress. Start it first.` };
  return null;
}

function samplesProblem({ batch, samples }: Loading): Problem | null {
  const foreign = samples.find(({ isOfBatch }) => !isOfBatch);
  if (foreign || samples.length === 0)
    return {
      code: 'NOT_IN_BATCH',
      text: `${foreign?.row.barcode ?? 'The pool'} is not in batch ${batch.julianId}. Scan another tube.`,
    };
  const usable = samples.filter(({ row }) => row.status === 'IN_PROGRESS');
  if (usable.length === 0)
    return {
      code: 'NOT_IN_PROGRESS',
      text: `No sample in this tube is in progress. Scan another tube.`,
    };
  const unnamed = samples.filter(({ row }) => row.dnaBarcode === null);
  if (samples.length > 1 && unnamed.length > 0)
    return {
      code: 'BARCODE_MISSING',
      text: `${samples.length} samples on one flow cell need different barcodes. Without one: ${unnamed.map(({ row }) => row.barcode).join(', ')}.`,
    };
  const repeated = repeatedBarcode(samples.map(({ row }) => row.dnaBarcode));
  return repeated === null ? null : { code: 'BARCODE_REPEATED', text: repeated };
}

async function cellProblem(
  tx: Transaction,
  context: OperationContext,
  cell: FlowCell,
): Promise<Problem | null> {
  const name = `Flow cell ${cell.flowCellId}`;
  if (cell.returnedAt !== null) return { code: 'RETURNED', text: `${name} was returned. Scan another one.` };
  const use = openUse(await usesOf(tx, cell.id));
  if (use)
    return {
      code: 'FLOW_CELL_IN_USE',
      text: `${name} is in use${await placeText(tx, context, use)}. Scan another one, or record that it was washed.`,
    };
  return cell.checkedAt === null
    ? { code: 'NOT_CHECKED', text: `${name} was not checked. Count its pores first.` }
    : null;
}

/** Say where, since when and by whom a flow cell was loaded. */
async function placeText(
  tx: Transaction,
  { labTimezone }: OperationContext,
  { positionName, loadedAt, loadedById }: FlowCellUse,
): Promise<string> {
  const place = positionName === null ? '' : ` at ${positionName}`;
  return `${place} since ${clockText(loadedAt, labTimezone)} by ${await personName(tx, loadedById)}`;
}

async function positionProblem(
  tx: Transaction,
  context: OperationContext,
  { sequencerId, positionName, cell }: Loading,
): Promise<Problem | null> {
  const device = await tx.get(sequencer, sequencerId);
  if (!device || device.deleted || !isVisible(context.actor, device))
    return { code: 'NOT_FOUND', text: 'This sequencer is not known. Choose another one.' };
  const { name, status, model, positions } = device;
  if (status !== 'ACTIVE')
    return {
      code: 'SEQUENCER_NOT_ACTIVE',
      text: `${name} has the status ${SEQUENCER_STATUS_DISPLAY[status].label}. Only an active sequencer may start a run.`,
    };
  if (!positions.includes(positionName))
    return { code: 'NO_POSITION', text: `${name} has no position ${positionName}. Choose another one.` };
  const { format } = SEQUENCER_MODEL_FACTS[model];
  if (!fitsPosition(cell.productCode, format))
    return {
      code: 'WRONG_CONNECTOR',
      text: `Flow cell ${cell.flowCellId} (${cell.productCode}) does not fit the ${format} positions of ${name}.`,
    };
  const uses = await tx.find(flowCellUse, { sequencerId });
  const other = uses.find((use) => use.endedAt === null && use.positionName === positionName);
  return other
    ? {
        code: 'POSITION_IN_USE',
        text: `Position ${positionName} of ${name} is in use${await placeText(tx, context, { ...other, positionName: null })}. Choose another one.`,
      }
    : null;
}

/** Say which barcode would be read again from an earlier use of the flow cell; null when there is none. */
export function reuseProblem(
  { labTimezone }: OperationContext,
  cell: FlowCell,
  uses: readonly FlowCellUse[],
  samples: readonly LoadedSample[],
): string | null {
  const dateOf = (use: FlowCellUse | undefined): string =>
    use ? `on ${clockText(use.loadedAt, labTimezone).slice(0, 10)}` : 'before';
  for (const { row } of samples) {
    const { dnaBarcode } = row;
    if (dnaBarcode === null && cell.useCount > 0)
      return `Flow cell ${cell.flowCellId} was used ${dateOf(uses.at(-1))}, and ${row.barcode} has no barcode.`;
    if (dnaBarcode !== null && cell.barcodesUsed.some((name) => sameBarcodeName(name, dnaBarcode)))
      return `Barcode ${dnaBarcode} was used on this flow cell ${dateOf(lastUseOfBarcode(uses, dnaBarcode))}.`;
  }
  return null;
}

/** A pore count is worth repeating after this many days. */
const CHECK_DAYS = 14;

/** Say what a person should know about a flow cell that may be loaded; null when there is nothing. */
export function loadingWarning(
  { occurredAt }: OperationContext,
  cell: FlowCell,
  uses: readonly FlowCellUse[],
): string | null {
  const last = uses.at(-1);
  if (last && (cell.washedAt === null || cell.washedAt < last.loadedAt))
    return `Flow cell ${cell.flowCellId} was not washed after its last use.`;
  const days = Math.floor((Date.parse(occurredAt) - Date.parse(cell.checkedAt ?? occurredAt)) / 86_400_000);
  return days > CHECK_DAYS
    ? `The pores of flow cell ${cell.flowCellId} were counted ${days} days ago. Count them again.`
    : null;
}
