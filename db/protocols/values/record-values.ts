import { attempt } from '#db/attempt.ts';
import { batchClosed, batch as batchEntity } from '#db/batches/batch.ts';
import { acceptsValues } from '#db/batches/batch-approval.ts';
import { personName } from '#db/batches/find-batch.ts';
import { countEarlierStart, flagConcurrentStart } from '#db/batches/starting/earlier-start.ts';
import { start } from '#db/batches/starting/start.ts';
import type { StartedWell } from '#db/batches/starting/started-layout.ts';
import { AppError, refuse } from '#db/errors/app-error.ts';
import { lotName } from '#db/inventory/lot-problem.ts';
import {
  applied,
  conflicted,
  merged,
  type OperationContext,
  type RuleResult,
  rejectedButStored,
} from '#db/operation.ts';
import { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import {
  loadSectionRun,
  type SectionRun,
  validSignature,
  valuesOf,
} from '#db/protocols/sections/section-run.ts';
import { holdIfEarly } from '#db/protocols/sections/waiting-section.ts';
import { sectionSigned } from '#db/protocols/signing/section-content.ts';
import { openConflict } from '#db/records/conflicts/open-conflict.ts';
import { syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { canonicalNumber } from './canonical-value.ts';
import { effectiveValues, fieldValue, type ValueEntry } from './field-value.ts';
import type { FirstValueStart } from './first-value.ts';
import { judgeControls } from './judge-controls.ts';
import { fillPlateBarcodes } from './plate-barcodes.ts';
import { recalculate } from './recalculate.ts';
import { recordOne } from './record-one.ts';
import { itemNamed } from './resolve-facts.ts';

/** The conflict of a batch that cannot have started with the layout that the server has. */
export const BATCH_START = 'BATCH_START';

/** Record values of one section together (domain 5.6, 5.7 and cases 16 to 19, 21, 23 of 5.11). */
export async function recordValues(
  tx: Transaction,
  context: OperationContext,
  assignedSectionId: string,
  entries: readonly ValueEntry[],
  start: FirstValueStart = null,
): Promise<RuleResult> {
  return workOnSection(tx, context, assignedSectionId, {
    start,
    onLate: (run) => keepLate(tx, context, run, entries),
    async apply(run) {
      const results: RuleResult[] = [];
      const united = await unitedWith(tx, context, run);
      for (const entry of entries) results.push(await recordOne(tx, context, run, entry, entries));
      return results.every((one) => one.outcome === 'APPLIED') ? [united] : results;
    },
  });
}

/**
 * Values that others recorded in the same section without this person's knowledge are all kept (domain 5.11,
 * case 16).
 */
async function unitedWith(tx: Transaction, context: OperationContext, run: SectionRun): Promise<RuleResult> {
  const othersValues = effectiveValues(valuesOf(run)).filter(
    (one) => one.inputMethod !== 'CALCULATED' && one.enteredById !== context.actor.userId,
  );
  if (othersValues.length === 0 || !(await context.changedSinceSeen(assignedSection, run.assigned.id)))
    return applied;
  const names: string[] = [];
  for (const id of new Set(othersValues.map((one) => one.enteredById))) names.push(await personName(tx, id));
  return merged(
    'SECTION_UNITED',
    `${names.join(', ')} recorded in ${run.running.section.name} too; all values are kept.`,
  );
}

/**
 * Apply work to the record of a section: start the section and the batch, hold the work while an earlier
 * section is open, then recalculate values and judge controls.
 */
export async function workOnSection(
  tx: Transaction,
  context: OperationContext,
  assignedSectionId: string,
  work: {
    start?: FirstValueStart;
    /** Stores work that arrives after the section was closed as late entries. */
    onLate(run: SectionRun): Promise<void>;
    apply(run: SectionRun): Promise<RuleResult[]>;
  },
): Promise<RuleResult> {
  const initialRun = await loadSectionRun(tx, context, assignedSectionId);
  const startResult = await beginAsSeen(tx, context, initialRun, work.start ?? null);
  const run = startResult === null ? initialRun : await loadSectionRun(tx, context, assignedSectionId);
  const lateResult = lateReason(run, context);
  if (lateResult !== null) {
    await work.onLate(run);
    return lateResult;
  }
  // An entry that differs from the plate must meet the barcode of the plate.
  await fillPlateBarcodes(tx, context, run);
  const holdResult = await holdIfEarly(tx, context, run);
  const results = [
    holdResult,
    startResult ?? (await startSection(tx, context, run)),
    ...(await work.apply(run)),
  ];
  const recorded = await loadSectionRun(tx, context, assignedSectionId);
  if (holdResult === applied) await noteSectionStart(tx, context, recorded);
  await recalculate(tx, context, recorded);
  results.push(await judgeControls(tx, context, await loadSectionRun(tx, context, assignedSectionId)));
  return worstOf(results);
}

const SEVERITY: readonly RuleResult['outcome'][] = [
  'REJECTED',
  'CONFLICT',
  'APPLIED_WITH_WARNING',
  'MERGED',
  'APPLIED',
];

/** Return the most severe outcome, with the texts of all results that share it. */
export function worstOf(results: readonly RuleResult[]): RuleResult {
  const outcome = SEVERITY.find((one) => results.some((result) => result.outcome === one)) ?? 'APPLIED';
  if (outcome === 'APPLIED') return applied;
  const same = results.filter((result) => result.outcome === outcome);
  const texts = [...new Set(same.flatMap((result) => (result.message === null ? [] : [result.message])))];
  return { outcome, code: same[0]?.code ?? null, message: texts.slice(0, 5).join(' ') };
}

/** Return why values arrive too late for this section, or null. */
function lateReason(run: SectionRun, context: OperationContext): RuleResult | null {
  const signed = validSignature(run);
  if (signed) {
    return rejectedButStored('SECTION_SIGNED', sectionSigned(signed, context));
  }
  if (run.assigned.completionEventId !== null)
    return rejectedButStored('SECTION_COMPLETED', 'Section was completed before.');
  if (acceptsValues(run.batch)) return null;
  return rejectedButStored('BATCH_CLOSED', batchClosed(run.batch));
}

// Measured values are never dropped: they are stored as late entries, and a manager may reopen the section.
async function keepLate(
  tx: Transaction,
  context: OperationContext,
  run: SectionRun,
  entries: readonly ValueEntry[],
): Promise<void> {
  for (const entry of entries) {
    const field = run.own.find((one) => one.id === entry.fieldId);
    if (!field) throw refuse('NOT_FOUND', 'Not found.');
    const lot = field.type === 'LOT_NUMBER' ? await itemNamed(tx, field, entry.value) : null;
    await tx.insert(fieldValue, {
      id: entry.id,
      assignedSectionId: run.assigned.id,
      fieldId: entry.fieldId,
      sampleId: entry.sampleId,
      value: lot ? lotName(lot) : entry.value.trim(),
      numericValue: entry.amount === null ? null : canonicalNumber(entry.amount),
      inventoryItemId: lot?.id ?? null,
      enteredById: context.actor.userId,
      occurredAt: context.occurredAt,
      inputMethod: entry.inputMethod,
      conflict: false,
      late: true,
      removed: false,
    });
  }
}

// A first value carries the plate as the person saw it (domain 5.11, case 29): it counts as a start with that
// layout, even if somebody else has started or canceled the batch meanwhile.
async function beginAsSeen(
  tx: Transaction,
  context: OperationContext,
  run: SectionRun,
  first: FirstValueStart,
): Promise<RuleResult | null> {
  const { batch } = run;
  if (first === null || first.batchId !== batch.id) return null;
  if (batch.status !== 'NOT_STARTED' && !(await context.changedSinceSeen(batchEntity, batch.id))) return null;
  return startSection(tx, context, run, first.layout);
}

// The first value starts the batch (domain 4.4). When the batch cannot start, the start is dropped but the
// value stays, the batch waits for its layout, and a person decides once about it.
async function startSection(
  tx: Transaction,
  context: OperationContext,
  run: SectionRun,
  layout: readonly StartedWell[] | null = null,
): Promise<RuleResult> {
  if (run.batch.status !== 'NOT_STARTED' && layout === null) return applied;
  try {
    return await attempt(tx, context, (trial) => start(trial, context, run.batch, layout));
  } catch (error) {
    const measuredOnDevice = context.replica === 'server' && context.deviceId !== null;
    if (!(error instanceof AppError) || error.code === 'INTERNAL' || !measuredOnDevice) throw error;
    if (run.batch.status !== 'NOT_STARTED') return applied;
    await askForStart(tx, context, run);
    await flagConcurrentStart(tx, context, run.batch);
    const text = `${error.message} The value is kept; batch ${run.batch.julianId} has not started.`;
    return conflicted(error.code, text);
  }
}

async function askForStart(tx: Transaction, context: OperationContext, run: SectionRun): Promise<void> {
  const open = await tx.find(syncConflict, { targetId: run.batch.id, status: 'OPEN' });
  if (open.some((one) => one.kind === BATCH_START)) return;
  await openConflict(tx, context, {
    kind: BATCH_START,
    targetType: 'Batch',
    targetId: run.batch.id,
    batchId: run.batch.id,
    action: `Complete the layout of batch ${run.batch.julianId} and start it`,
    mine: { label: 'Worked on the batch', value: { assignedSectionId: run.assigned.id } },
    theirs: null,
  });
}

async function noteSectionStart(tx: Transaction, context: OperationContext, run: SectionRun): Promise<void> {
  await countEarlierStart(tx, context, run.batch);
  const { startedAt, assignedUserId: planned } = run.assigned;
  if (startedAt !== null && startedAt <= context.occurredAt) return;
  await tx.patch(assignedSection, run.assigned.id, {
    startedAt: context.occurredAt,
    startedById: context.actor.userId,
  });
  await recordEvent(tx, context, {
    type: 'SECTION_STARTED',
    targetType: 'AssignedSection',
    targetId: run.assigned.id,
    data: {
      from: startedAt,
      to: context.occurredAt,
      by: context.actor.name,
      // A plan is not binding; the result only tells that another person began (domain 5.6).
      ...(planned === null || planned === context.actor.userId
        ? {}
        : { takenOverFrom: await personName(tx, planned) }),
    },
  });
}
