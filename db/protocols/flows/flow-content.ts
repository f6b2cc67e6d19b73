import { z } from 'zod';
import { BATCH_TYPE_FACTS, BATCH_TYPES, type BatchType } from '#db/batches/batch.ts';
import { refuse } from '#db/errors/app-error.ts';
import { type Flow, flow, type PinnedProcedures, PROCEDURE_ID_FIELD } from '#db/protocols/flow.ts';
import { type Procedure, procedure } from '#db/protocols/procedure.ts';
import type { Transaction } from '#db/transaction.ts';
import { canonicalJson, sha256 } from '#db/values/canonical-json.ts';

const PROCEDURE_IDS = flow.schema.pick({
  samplePreparationProcedureId: true,
  extractionProcedureId: true,
  libraryPreparationProcedureId: true,
  sequencingProcedureId: true,
}).shape;

const hasProcedure = (procedures: PinnedProcedures): boolean =>
  BATCH_TYPES.some((type) => procedures[PROCEDURE_ID_FIELD[type]] !== null);
const NO_PROCEDURE = { path: ['extractionProcedureId'], message: 'Choose at least one procedure.' };

/** The procedure of each type of batch; at least one. */
export const FlowProcedures = z.strictObject(PROCEDURE_IDS).refine(hasProcedure, NO_PROCEDURE);

/** What the authors of a flow change: its name and its procedures. */
export const FlowSettings = z
  .strictObject({ ...flow.schema.pick({ name: true }).shape, ...PROCEDURE_IDS })
  .refine(hasProcedure, NO_PROCEDURE);
export type FlowSettings = z.infer<typeof FlowSettings>;

/** Return the settings of a flow. */
export const settingsOf = (row: FlowSettings): FlowSettings => ({
  name: row.name,
  samplePreparationProcedureId: row.samplePreparationProcedureId,
  extractionProcedureId: row.extractionProcedureId,
  libraryPreparationProcedureId: row.libraryPreparationProcedureId,
  sequencingProcedureId: row.sequencingProcedureId,
});

/** A stage of a flow with its procedure; null when the flow has no such stage. */
export interface FlowSlot {
  batchType: BatchType;
  procedure: Procedure | null;
}

/** Read the procedures of a flow in the order of work; a slot whose procedure does not exist here has none. */
export async function readSlots(tx: Transaction, row: PinnedProcedures): Promise<FlowSlot[]> {
  const slots: FlowSlot[] = [];
  for (const batchType of BATCH_TYPES) {
    const id = row[PROCEDURE_ID_FIELD[batchType]];
    const method = id === null ? undefined : await tx.get(procedure, id);
    slots.push({ batchType, procedure: method && !method.deleted ? method : null });
  }
  return slots;
}

/** Check whether any procedure of a flow is clinical; the clinical director decides about such a flow. */
export const isClinicalFlow = async (tx: Transaction, row: PinnedProcedures): Promise<boolean> =>
  (await readSlots(tx, row)).some((slot) => slot.procedure?.clinical === true);

/** Refuse procedures that do not exist here, or are for another type of batch. */
export async function requireFittingProcedures(tx: Transaction, settings: PinnedProcedures): Promise<void> {
  for (const { batchType, procedure: method } of await readSlots(tx, settings)) {
    const { label } = BATCH_TYPE_FACTS[batchType];
    if (settings[PROCEDURE_ID_FIELD[batchType]] === null) continue;
    if (!method) throw refuse('VALIDATION', `${label}: the procedure does not exist. Choose another one.`);
    if (method.batchType !== batchType)
      throw refuse('VALIDATION', `${label}: ${method.code} is for another type of batch.`);
  }
}

/**
 * List what keeps a flow from being approved: a procedure that is not approved, or that begins later than the
 * flow.
 */
export function flowProblems(slots: readonly FlowSlot[], effectiveFrom: string | null): string[] {
  return slots.flatMap(({ batchType, procedure: method }) => {
    if (!method) return [];
    const name = `${BATCH_TYPE_FACTS[batchType].label}: ${method.code}, version ${method.procedureVersion}`;
    if (method.status !== 'APPROVED') return [`${name}, is not approved.`];
    const beginsLater =
      method.activatedAt === null && (method.effectiveFrom ?? '') > (effectiveFrom ?? '') ? method : null;
    return beginsLater ? [`${name}, is effective from ${beginsLater.effectiveFrom}. Choose that day.`] : [];
  });
}

/** List what keeps a flow from being submitted: nobody has chosen its first day yet, so any may come. */
export const submissionProblems = (slots: readonly FlowSlot[]): string[] => flowProblems(slots, '9999-12-31');

/** List what keeps a research flow from being used: a procedure that is neither research nor approved. */
export const researchProblems = (slots: readonly FlowSlot[]): string[] =>
  slots.flatMap(({ batchType, procedure: method }) =>
    method && method.status !== 'APPROVED' && method.status !== 'RESEARCH'
      ? [`${BATCH_TYPE_FACTS[batchType].label}: ${method.code} is neither approved nor research.`]
      : [],
  );

/** Compute the hash that a director signs: the flow's name and the version of each procedure. */
export const flowHash = (row: Flow, slots: readonly FlowSlot[]): Promise<string> =>
  sha256(
    canonicalJson({
      act: 'approve-flow',
      flowId: row.id,
      code: row.code,
      flowVersion: row.flowVersion,
      settings: settingsOf(row),
      procedures: slots.map(({ batchType, procedure: method }) => ({
        batchType,
        code: method?.code ?? null,
        procedureVersion: method?.procedureVersion ?? null,
      })),
    }),
  );
