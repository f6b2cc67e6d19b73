import {
  applied,
  conflicted,
  merged,
  type OperationContext,
  type RuleResult,
  warned,
} from '#db/operation.ts';
import { livingSample } from '#db/samples/living-sample.ts';
import { sample } from '#db/samples/sample.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Batch } from './batch.ts';
import { batchControl } from './batch-control.ts';
import { plateOf, procedureOf, recordLayoutChange } from './find-batch.ts';
import { laterEdit } from './layout-history.ts';
import { join, wellFields } from './place-one.ts';
import { placementProblem } from './placement-problem.ts';
import type { LayoutChange } from './plate-layout.ts';
import { closeTakenWell, loseWell, refuseSeenWell } from './well-taken.ts';

/**
 * Moves samples and controls of a plate that has not started. What somebody else moved later stays where that put it; a
 * well that somebody else took unseen is not taken from them (domain 5.11, case 12).
 */
export async function applyLayout(
  tx: Transaction,
  context: OperationContext,
  row: Batch,
  changes: readonly LayoutChange[],
): Promise<RuleResult> {
  const results: RuleResult[] = [];
  const standing: LayoutChange[] = [];
  for (const one of changes) {
    const later = await laterEdit(tx, context, row.id, one.content.id);
    if (later) results.push(later);
    else standing.push(one);
  }
  const ids = new Set(standing.map((one) => one.content.id));
  const { layout } = await plateOf(tx, row.id);
  const taken = new Set([...layout].flatMap(([well, { id }]) => (ids.has(id) ? [] : [well])));
  for (const one of standing) results.push(await putInWell(tx, context, row, one, taken.has(one.well)));
  return summaryOf(results);
}

async function putInWell(
  tx: Transaction,
  context: OperationContext,
  row: Batch,
  { content, well }: LayoutChange,
  isTaken: boolean,
): Promise<RuleResult> {
  const found = await nameOnPlate(tx, context, row, content);
  if (typeof found !== 'string') return found;
  if (isTaken) {
    await refuseSeenWell(context, row, well);
    return loseWell(tx, context, row, { ...content, name: found }, well);
  }
  await closeTakenWell(tx, context, row.id, content.id, `Put in ${well}`);
  if (content.kind === 'control')
    await tx.patch(batchControl, content.id, { plateLocation: well, deleted: false });
  else await tx.patch(sample, content.id, wellFields(well));
  await recordLayoutChange(tx, context, row.id, { id: content.id, barcode: found, well });
  return applied;
}

/**
 * The name of what is moved. A tube that somebody took off the plate before this move was made is on it again; why it
 * cannot be is told instead.
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
  const found = await livingSample(tx, id);
  if (!found) return notInBatch('A sample');
  if (found.batchId === row.id) return found.barcode;
  if (found.batchId !== null) return notInBatch(found.barcode);
  if (found.duplicateOfSampleId !== null && found.status === 'CANCELED') {
    await tx.patch(sample, found.id, { status: 'BATCH_ASSIGNED', batchId: row.id });
    return found.barcode;
  }
  const procedure = await procedureOf(tx, row);
  const problem = await placementProblem(tx, context, { batch: row, procedure, sample: found });
  if (problem && !problem.override) return warned(problem.code, problem.message);
  await join(tx, context, row, found, null);
  return found.barcode;
}

function summaryOf(results: readonly RuleResult[]): RuleResult {
  const others = results.filter(({ outcome }) => outcome !== 'APPLIED');
  const message = others
    .flatMap((one) => one.message ?? [])
    .slice(0, 5)
    .join(' ');
  const first = (outcome: RuleResult['outcome']) => others.find((one) => one.outcome === outcome);
  const conflict = first('CONFLICT');
  if (conflict) return conflicted(conflict.code ?? 'WELL_TAKEN', message);
  const warning = first('APPLIED_WITH_WARNING');
  if (warning) return warned(warning.code ?? 'NOT_IN_BATCH', message);
  return others.length === 0 ? applied : merged(others[0]?.code ?? 'LATER_EDIT', message);
}
