import { Decimal } from 'decimal.js';
import { BATCH_TYPE_FACTS, type Batch, batch } from '#db/batches/batch.ts';
import { CONTROL_TYPE_LABEL, CONTROL_TYPES } from '#db/batches/batch-control.ts';
import { tubeOf } from '#db/batches/batch-volume.ts';
import { repeatedBarcode } from '#db/batches/dna-barcodes.ts';
import {
  failStarted,
  formatFailedBeforeStart,
  putBackFailed,
} from '#db/batches/failures/failed-on-layout.ts';
import {
  type BatchPlate,
  changeBatchStatus,
  personName,
  plateOf,
  procedureOf,
} from '#db/batches/find-batch.ts';
import {
  claimLayout,
  type LayoutClaim,
  namesOn,
  wasStartedConcurrently,
} from '#db/batches/layout/claim-layout.ts';
import { LAYOUT_DIFFERS } from '#db/batches/layout/layout-conflict.ts';
import {
  type ObservedLayout,
  reconstructObservedLayout,
  wellsInHistory,
} from '#db/batches/layout/layout-history.ts';
import { moveSpecimens } from '#db/batches/layout/move-specimens.ts';
import { volumeProblem } from '#db/batches/layout/placement-problem.ts';
import { missingControls, requiredControls } from '#db/batches/layout/plate-layout.ts';
import { settleLayout } from '#db/batches/layout/settle-layout.ts';
import { refuse } from '#db/errors/app-error.ts';
import {
  applied,
  conflicted,
  merged,
  type OperationContext,
  type RuleResult,
  warned,
} from '#db/operation.ts';
import type { Procedure } from '#db/protocols/procedure.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import { openConcurrentLayoutConflict } from './concurrent-layout-conflict.ts';
import { flagConcurrentStart, setEarlierStart } from './earlier-start.ts';
import { openCanceledStart, STARTED_AND_CANCELED } from './started-and-canceled-conflict.ts';
import type { StartedWell } from './started-layout.ts';

/**
 * Start a batch with the layout that its starter saw, or merge a second start into the first (domain 5.11,
 * cases 15 and 29). A start without a layout takes the one that its starter can have seen.
 */
export async function start(
  tx: Transaction,
  context: OperationContext,
  row: Batch,
  startedWells: readonly StartedWell[] | null = null,
): Promise<RuleResult> {
  if (row.startedAt !== null && row.status !== 'CANCELED') return mergeStart(tx, context, row, startedWells);
  const method = await procedureOf(tx, row);
  const currentPlate = await plateOf(tx, row.id);
  const observedLayout: ObservedLayout =
    startedWells === null
      ? await reconstructObservedLayout(tx, context, row, currentPlate)
      : { wells: [...startedWells], certain: true };
  const failed = await putBackFailed(tx, context, row, observedLayout.wells);
  const plate = await plateOf(tx, row.id);
  assertStartable(context, row, method, plate, observedLayout.wells);
  const before = row.status === 'CANCELED' ? await wellsInHistory(tx, row.id) : await wellsBefore(plate);
  const running = await setInProgress(tx, context, row);
  const settledLayout = await settleLayout(tx, context, {
    row: running,
    method,
    plate,
    wells: observedLayout.wells,
    before,
  });
  await moveSpecimens(tx, context, settledLayout.started, ['BATCH_ASSIGNED'], 'IN_PROGRESS');
  await failStarted(tx, context, failed);
  await flagConcurrentStart(tx, context, running);
  const outcome = await outcomeOf(tx, context, row, settledLayout, observedLayout.certain);
  if (failed.length === 0 || outcome.outcome === 'CONFLICT') return outcome;
  return warned('SAMPLES_FAILED', await formatFailedBeforeStart(tx, failed));
}

const wellsBefore = ({ samples, controls }: BatchPlate): Map<string, string | null> =>
  new Map([...samples, ...controls].map((one) => [one.id, one.plateLocation]));

// A batch that a person without knowledge of the start canceled is in work nevertheless, until a person
// decides.
async function setInProgress(tx: Transaction, context: OperationContext, row: Batch): Promise<Batch> {
  const fields = {
    startedAt: context.occurredAt,
    startedById: context.actor.userId,
    layoutLockedAt: context.occurredAt,
  };
  if (row.status !== 'CANCELED')
    return changeBatchStatus(tx, context, row, 'IN_PROGRESS', { event: 'BATCH_STARTED', fields });
  await recordEvent(tx, context, {
    type: 'BATCH_STARTED',
    targetType: 'Batch',
    targetId: row.id,
    data: { from: row.status, to: 'IN_PROGRESS', by: context.actor.name },
  });
  return tx.patch(batch, row.id, { ...fields, status: 'IN_PROGRESS' });
}

async function outcomeOf(
  tx: Transaction,
  context: OperationContext,
  row: Batch,
  { differing, unplaced }: { differing: readonly string[]; unplaced: number },
  certain: boolean,
): Promise<RuleResult> {
  if (row.status === 'CANCELED') {
    const canceler = await openCanceledStart(tx, context, row);
    return conflicted(
      STARTED_AND_CANCELED,
      `Batch ${row.julianId} was canceled by ${canceler}. A lab manager decides whether to continue.`,
    );
  }
  if (differing.length > 0) {
    const names = differing.slice(0, 5).join(', ');
    return conflicted(
      LAYOUT_DIFFERS,
      `Batch ${row.julianId} is started as you laid it out. Others had ${names} elsewhere; a lab manager decides.`,
    );
  }
  if (!certain) return openConcurrentLayoutConflict(tx, context, row);
  if (unplaced === 0) return applied;
  return warned('UNPLACED', `${unplaced} unplaced samples went back to the queue.`);
}

function assertStartable(
  context: OperationContext,
  row: Batch,
  method: Procedure,
  plate: BatchPlate,
  wells: readonly StartedWell[],
): void {
  const ids = new Set(wells.map((one) => one.sampleId));
  if (wells.filter((one) => one.sampleId !== null).length < method.minSamples)
    throw refuse('TOO_FEW_SAMPLES', `Place at least ${method.minSamples} samples.`);
  const typeOf = new Map(plate.controls.map((one) => [one.id, one.controlType]));
  const types = wells.flatMap(({ controlId, controlType }) => {
    const type = controlId === null ? null : (controlType ?? typeOf.get(controlId) ?? null);
    return type === null ? [] : [type];
  });
  const missing = missingControls(requiredControls(method), types);
  const first = CONTROL_TYPES.find((type) => missing.includes(type));
  if (first) {
    const n = missing.filter((type) => type === first).length;
    throw refuse('CONTROLS_MISSING', `Place ${n} ${CONTROL_TYPE_LABEL[first].pluralLabel}.`);
  }
  const repeated = repeatedBarcode(wells.map((one) => one.dnaBarcode));
  if (repeated !== null) throw refuse('BARCODE_REPEATED', repeated);
  // A person who sees the plate is told what cannot be started; material pipetted without that knowledge is a
  // conflict.
  const fromDevice = context.replica === 'server' && context.deviceId !== null;
  const placedSamples = plate.samples.filter((one) => one.plateLocation !== null && ids.has(one.id));
  if (!fromDevice) for (const one of placedSamples) assertMaterial(row, method, one, placedSamples);
}

function assertMaterial(row: Batch, method: Procedure, one: Sample, placedSamples: readonly Sample[]): void {
  const wrong = volumeProblem(one, method) ?? drawProblem(one, placedSamples, method);
  if (wrong) throw refuse(wrong.code, wrong.message);
  if (one.stage !== row.type)
    throw refuse(
      'NOT_IN_QUEUE',
      `Sample ${one.barcode} is not in the queue for ${BATCH_TYPE_FACTS[row.type].label}.`,
    );
}

/** Return the text for a tube that holds less than its own well and its duplicates need, or null. */
function drawProblem(
  one: Sample,
  placedSamples: readonly Sample[],
  method: Procedure,
): { code: string; message: string } | null {
  const wells = placedSamples.filter((other) => tubeOf(other) === one.id).length;
  const requiredVolume = new Decimal(method.sampleInputVolume ?? '0').times(wells);
  if (one.remainingVolume === null || requiredVolume.lessThanOrEqualTo(one.remainingVolume)) return null;
  const x = new Decimal(one.remainingVolume).toFixed();
  return {
    code: 'INSUFFICIENT_VOLUME',
    message: `Sample ${one.barcode} has insufficient volume: ${x} µL of ${requiredVolume.toFixed()} µL.`,
  };
}

async function mergeStart(
  tx: Transaction,
  context: OperationContext,
  row: Batch,
  startedWells: readonly StartedWell[] | null,
): Promise<RuleResult> {
  const other = await personName(tx, row.startedById);
  const startedConcurrently = startedWells !== null && (await wasStartedConcurrently(context, row));
  const claimed = startedConcurrently
    ? await claimLayout(...(await claimsOf(tx, context, row, startedWells)))
    : null;
  const earlier = row.startedAt === null || context.occurredAt < row.startedAt;
  if (earlier) await setEarlierStart(tx, context, row);
  await recordEvent(tx, context, {
    type: 'BATCH_STARTED',
    targetType: 'Batch',
    targetId: row.id,
    data: { by: context.actor.name, also: other, at: earlier ? context.occurredAt : row.startedAt },
  });
  if (claimed?.outcome === 'CONFLICT') return claimed;
  return merged(
    'BATCH_STARTED',
    `Batch ${row.julianId} was started by ${other} and ${context.actor.name}; the earliest time counts.`,
  );
}

/** Return the layout of a second start, for the comparison with the plate of the first. */
async function claimsOf(
  tx: Transaction,
  context: OperationContext,
  row: Batch,
  wells: readonly StartedWell[],
): Promise<Parameters<typeof claimLayout>> {
  const plate = await plateOf(tx, row.id);
  const names = namesOn(plate);
  const ids = new Set<string>();
  const claims: LayoutClaim[] = [];
  for (const { sampleId, controlId, wellLocation, dnaBarcode, name } of wells) {
    const id = sampleId ?? controlId ?? '';
    ids.add(id);
    const kind = controlId === null ? ('sample' as const) : ('control' as const);
    claims.push({ kind, id, well: wellLocation, dnaBarcode, name: names.get(id) ?? name ?? id });
  }
  for (const [well, content] of plate.layout)
    if (!ids.has(content.id))
      claims.push({ ...content, well: null, dnaBarcode: null, name: names.get(content.id) ?? well });
  return [tx, context, row, plate, claims];
}
