import { hasCapability } from '#db/access/capabilities.ts';
import { isVisible } from '#db/access/lab.ts';
import { BATCH_TYPE_FACTS, type Batch } from '#db/batches/batch.ts';
import type { OperationContext } from '#db/operation.ts';
import { flow, PROCEDURE_ID_FIELD } from '#db/protocols/flow.ts';
import { type Procedure, procedure } from '#db/protocols/procedure.ts';
import { protocol } from '#db/protocols/protocol.ts';
import { canonicalNumber } from '#db/protocols/values/canonical-value.ts';
import type { Sample } from '#db/samples/sample.ts';
import { usableProblem } from '#db/samples/usable-problem.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import type { Transaction } from '#db/transaction.ts';

/** Why a sample may not join a batch; `override` is set when the actor's role may place it nevertheless. */
export interface PlacementProblem {
  code: string;
  message: string;
  override: boolean;
}

const ON_HOLD: readonly Sample['status'][] = [
  'RECEIVED_ON_HOLD',
  'RECEIVED_QUARANTINED',
  'RECEIVED_AWAITING_INFO',
  'ACTION_REQUIRED',
];
const PLACEABLE: readonly Sample['status'][] = ['IN_QUEUE', 'RECEIVED_AWAITING_OPTIMAL_BATCH'];

const problem = (code: string, message: string, override = false): PlacementProblem => ({
  code,
  message,
  override,
});

/**
 * Return the first reason, in the order of domain 5.5, why a sample may not be placed in a batch; null when
 * it may.
 */
export async function placementProblem(
  tx: Transaction,
  context: OperationContext,
  target: { batch: Batch; procedure: Procedure; sample: Sample },
): Promise<PlacementProblem | null> {
  const { batch, sample } = target;
  const b = sample.barcode;
  if (!isVisible(context.actor, sample))
    return problem('OTHER_ENTITY', `Sample ${b} belongs to ${sample.entity}.`);
  if (ON_HOLD.includes(sample.status)) return problem('SAMPLE_ON_HOLD', `Sample ${b} is on hold.`);
  const unusable = await usableProblem(tx, sample);
  if (unusable) return problem(unusable.code, unusable.message);
  if (!PLACEABLE.includes(sample.status) || sample.stage !== batch.type) {
    return problem(
      'NOT_IN_QUEUE',
      `Sample ${b} is not in the queue for ${BATCH_TYPE_FACTS[batch.type].label}.`,
    );
  }
  const owner = sample.specimenId === null ? undefined : await tx.get(specimen, sample.specimenId);
  return (
    volumeProblem(sample, target.procedure) ??
    (owner ? await clinicalProblem(tx, sample, batch, owner) : null) ??
    combineProblems(
      await procedureProblem(tx, context, sample, batch),
      owner ? attemptsProblem(context, sample, owner) : null,
    )
  );
}

// A manager may override both: a reason that nobody can override comes first, otherwise both are shown.
function combineProblems(a: PlacementProblem | null, b: PlacementProblem | null): PlacementProblem | null {
  if (!a || !b) return a ?? b;
  if (!a.override || !b.override) return a.override ? b : a;
  return { ...a, message: `${a.message} ${b.message}` };
}

/**
 * Return the text for a sample with less material than the procedure draws, or null. An unknown volume is not
 * checked.
 */
export function volumeProblem(sample: Sample, method: Procedure): PlacementProblem | null {
  const { remainingVolume: x } = sample;
  const y = method.sampleInputVolume;
  if (x === null || y === null || Number(x) >= Number(y)) return null;
  const text = `Sample ${sample.barcode} has insufficient volume: ${canonicalNumber(x)} µL of ${canonicalNumber(y)} µL.`;
  return problem('INSUFFICIENT_VOLUME', text);
}

async function procedureProblem(
  tx: Transaction,
  context: OperationContext,
  sample: Sample,
  batch: Batch,
): Promise<PlacementProblem | null> {
  const pinned = sample[PROCEDURE_ID_FIELD[batch.type]];
  if (pinned === batch.procedureId) return null;
  const other = pinned === null ? undefined : await tx.get(procedure, pinned);
  const text = `Sample ${sample.barcode} uses another procedure (${other?.name ?? 'none'}).`;
  return problem('OTHER_PROCEDURE', text, hasCapability(context.actor.role, 'manageBatches'));
}

async function clinicalProblem(
  tx: Transaction,
  sample: Sample,
  batch: Batch,
  row: Specimen,
): Promise<PlacementProblem | null> {
  const clinical = (await tx.get(protocol, row.protocolId))?.clinical === true;
  if (clinical && batch.research)
    return problem('CLINICAL_IN_RESEARCH', 'Clinical samples cannot join a research batch.');
  const route = row.flowId === null ? undefined : await tx.get(flow, row.flowId);
  if (clinical && route?.status === 'RESEARCH') {
    return problem('FLOW_NOT_APPROVED', `Sample ${sample.barcode} has a flow that is not approved.`);
  }
  return null;
}

// A role that may approve the low volume does so by placing the sample after the warning; the batch's history
// records that.
function attemptsProblem(
  context: OperationContext,
  sample: Sample,
  { failedBatchCount: failed }: Specimen,
): PlacementProblem | null {
  if (failed < 2) return null;
  const text = `Sample ${sample.barcode} has failed ${failed} batches; a manager must approve a further attempt.`;
  return problem('MANAGER_NEEDED', text, hasCapability(context.actor.role, 'planBatches'));
}
