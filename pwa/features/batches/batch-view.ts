import { type Batch, batch } from '#db/batches/batch.ts';
import { isReturned } from '#db/batches/batch-approval.ts';
import type { BatchControl } from '#db/batches/batch-control.ts';
import { completionProblems, openSectionProblem } from '#db/batches/completion-problems.ts';
import { type BatchFailureProposal, proposalsIn } from '#db/batches/failures/failure-proposal.ts';
import { type Suspects, suspectsOf } from '#db/batches/failures/suspects-of.ts';
import { type BatchPlate, batchOf, plateOf, procedureOf } from '#db/batches/find-batch.ts';
import type { Layout } from '#db/batches/layout/plate-layout.ts';
import { newerVersionOf } from '#db/batches/move-to-version.ts';
import { type BatchOutput, outputPlateOf, outputsOf } from '#db/batches/output-plate.ts';
import { startBatch } from '#db/batches/starting/start-batch.ts';
import { withdrawalProblem } from '#db/batches/withdraw-batch-approval.ts';
import type { Row } from '#db/entity.ts';
import { AppError } from '#db/errors/app-error.ts';
import { person } from '#db/identity/person.ts';
import type { OperationContext } from '#db/operation.ts';
import { field } from '#db/protocols/field.ts';
import type { Procedure } from '#db/protocols/procedure.ts';
import { section } from '#db/protocols/section.ts';
import { assignedSection } from '#db/protocols/sections/assigned-section.ts';
import {
  type AssignedSectionStatus,
  assignedSectionStatus,
  type RunningSection,
  runningSections,
} from '#db/protocols/sections/current-section.ts';
import { type Signature, signature } from '#db/protocols/signing/signature.ts';
import { effectiveValues, fieldValue } from '#db/protocols/values/field-value.ts';
import { syncConflict } from '#db/records/conflicts/sync-conflict.ts';
import { event } from '#db/records/events/event.ts';
import type { Sample } from '#db/samples/sample.ts';
import { isRepeatedAgain } from '#db/samples/usable-problem.ts';
import type { StorageManagement } from '#db/storage/storage-management.ts';
import type { Transaction } from '#db/transaction.ts';

/** One section of a batch with its state. */
export interface BatchSection extends RunningSection {
  status: AssignedSectionStatus;
}

/** A lot that a section of the batch lists. */
interface UsedLot {
  id: string;
  section: string;
  field: string;
  lot: string;
  itemId: string | null;
}

/** All data that the screens of one batch show. */
export interface BatchView {
  batch: Batch;
  procedure: Procedure;
  /** The version to which the batch may be moved before it starts. */
  newerVersion: Procedure | null;
  samples: Sample[];
  controls: BatchControl[];
  layout: Layout;
  sections: BatchSection[];
  events: Row<typeof event>[];
  /** The batch's approvals with the directors' signatures. */
  signatures: Signature[];
  /** Open conflicts that prevent the completion of the batch. */
  conflicts: Row<typeof syncConflict>[];
  /** Why the batch cannot be started now; null when it can. */
  startProblem: string | null;
  completionProblems: string[];
  /** The output of the completed batch, with the wells. */
  outputs: BatchOutput[];
  /** The storage plate with the output. */
  outputPlate: StorageManagement | null;
  /** Former output plates that were undone. */
  outputPlatesBefore: number;
  /** Every lot that its sections list, in the order of the sections. */
  lots: UsedLot[];
  /** Used lots and equipment that may be the cause of a failure. */
  suspects: Suspects;
  /** Failed samples that were already repeated for insufficient results: the project manager decides. */
  repeatedAgain: ReadonlySet<string>;
  /** Who proposes that the batch fails on QC, while that waits for a decision. */
  proposals: BatchFailureProposal[];
  /** Why approval can neither be requested nor given now; null when it can. */
  reviewProblem: string | null;
  /** Why the approval cannot be withdrawn now; null when it can. */
  withdrawalProblem: string | null;
  /** The reset batch that this one repeats. */
  repeats: Batch | null;
  /** The batches that repeat this one. */
  repeatedAs: Batch[];
  /** Names by user id. */
  people: ReadonlyMap<string, string>;
}

/** Return the name of a colleague as the screens show it. */
export const nameIn = (people: ReadonlyMap<string, string>, userId: string | null): string =>
  userId === null ? '' : (people.get(userId) ?? 'a colleague');

/** Run a rule and discard its writes; returns its refusal, or null when it would pass. */
export async function findRefusal(operation: () => Promise<unknown>): Promise<string | null> {
  try {
    await operation();
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

async function sectionsOf(tx: Transaction, row: Batch): Promise<BatchSection[]> {
  const all = runningSections(
    await tx.find(assignedSection, { batchId: row.id }),
    await tx.find(section, { procedureId: row.procedureId }),
  );
  const signatures =
    all.length === 0 ? [] : await tx.find(signature, { targetId: all.map((one) => one.assigned.id) });
  return all.map((one) => ({ ...one, status: assignedSectionStatus(one.assigned, signatures) }));
}

async function lotsOf(tx: Transaction, row: Batch, sections: readonly BatchSection[]): Promise<UsedLot[]> {
  const fields = await tx.find(field, { procedureId: row.procedureId });
  const lotFieldLabels = new Map(
    fields.filter((one) => one.type === 'LOT_NUMBER').map((one) => [one.id, one.label]),
  );
  if (lotFieldLabels.size === 0 || sections.length === 0) return [];
  const values = await tx.find(fieldValue, { assignedSectionId: sections.map((one) => one.assigned.id) });
  const usedLots = sections.flatMap(({ assigned, section: { name } }) =>
    effectiveValues(values.filter((one) => one.assignedSectionId === assigned.id)).flatMap((one) => {
      const label = lotFieldLabels.get(one.fieldId);
      const id = `${name}|${one.fieldId}|${one.inventoryItemId ?? one.value}`;
      return label === undefined
        ? []
        : [{ id, section: name, field: label, lot: one.value, itemId: one.inventoryItemId }];
    }),
  );
  return [...new Map(usedLots.map((one) => [one.id, one])).values()];
}

async function repeatedAgainOf(tx: Transaction, samples: readonly Sample[]): Promise<Set<string>> {
  const failed = samples.filter((row) => row.status === 'FAILED_QC');
  const repeatedFlags = await Promise.all(failed.map((row) => isRepeatedAgain(tx, row)));
  return new Set(failed.flatMap((row, n) => (repeatedFlags[n] ? [row.id] : [])));
}

const repeatsOf = async (tx: Transaction, row: Batch): Promise<Batch[]> =>
  (await tx.find(batch, { procedureId: row.procedureId })).filter((one) => one.sourceBatchId === row.id);

async function reviewProblemOf(tx: Transaction, row: Batch, plate: BatchPlate): Promise<string | null> {
  if (row.status !== 'COMPLETED' || row.directorApproved === true) return null;
  const problem = await openSectionProblem(tx, row);
  if (problem !== null || !isReturned(row)) return problem;
  return (await completionProblems(tx, row, plate))[0] ?? null;
}

/** Read a batch as its screens show it. */
export async function readBatchView(
  tx: Transaction,
  context: OperationContext,
  batchId: string,
): Promise<BatchView> {
  const row = await batchOf(tx, context, batchId);
  const plate = await plateOf(tx, row.id);
  const started = row.status !== 'NOT_STARTED';
  const events = await tx.find(event, { targetId: row.id });
  const sections = await sectionsOf(tx, row);
  // Read this before the rule runs: the rule writes into the same temporary transaction.
  const view = {
    batch: row,
    procedure: await procedureOf(tx, row),
    newerVersion: await newerVersionOf(tx, row),
    ...plate,
    sections,
    lots: await lotsOf(tx, row, sections),
    suspects: await suspectsOf(tx, [row.id]),
    repeatedAgain: await repeatedAgainOf(tx, plate.samples),
    events: events.sort((a, b) =>
      a.occurredAt === b.occurredAt ? (a.id < b.id ? 1 : -1) : a.occurredAt < b.occurredAt ? 1 : -1,
    ),
    signatures: await tx.find(signature, { targetId: row.id }),
    conflicts: await tx.find(syncConflict, { batchId: row.id, status: 'OPEN' }),
    completionProblems: row.status === 'IN_PROGRESS' ? await completionProblems(tx, row, plate) : [],
    outputs: row.status === 'COMPLETED' ? await outputsOf(tx, row) : [],
    outputPlate: (await outputPlateOf(tx, row)) ?? null,
    outputPlatesBefore: events.filter((one) => one.data['outputPlateId'] === null).length,
    proposals: row.status === 'IN_PROGRESS' ? proposalsIn(events) : [],
    reviewProblem: await reviewProblemOf(tx, row, plate),
    withdrawalProblem: row.directorApproved === true ? await withdrawalProblem(tx, row) : null,
    repeats: row.sourceBatchId === null ? null : ((await tx.get(batch, row.sourceBatchId)) ?? null),
    repeatedAs: row.status === 'RESET' ? await repeatsOf(tx, row) : [],
    people: new Map((await tx.find(person, {})).map((one) => [one.userId, one.name])),
  };
  const startProblem = started
    ? null
    : await findRefusal(() => startBatch.run(tx, { batchId: row.id, layout: null }, context));
  return { ...view, startProblem };
}

/** The collections whose changes may change a batch's screens. */
export const BATCH_COLLECTIONS = [
  'batches',
  'samples',
  'assigned-sections',
  'procedures',
  'conflicts',
  'people',
  'storage',
  'inventory-items',
  'equipment',
] as const;
