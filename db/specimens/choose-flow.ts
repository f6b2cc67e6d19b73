import { BATCH_TYPES, type BatchType } from '#db/batches/batch.ts';
import {
  type Flow,
  flow,
  type PinnedProcedures,
  PROCEDURE_ID_FIELD,
  type ProtocolFlow,
  protocolFlow,
} from '#db/protocols/flow.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Specimen } from './specimen.ts';

type Material = Pick<Specimen, 'providedSpecimenType' | 'extractedNucleicAcids'>;

/** Check whether a flow accepts this material. */
const accepts = (candidate: ProtocolFlow, material: Material): boolean =>
  (candidate.specimenTypes.length === 0 || candidate.specimenTypes.includes(material.providedSpecimenType)) &&
  (candidate.extractedNucleicAcids === null ||
    candidate.extractedNucleicAcids === material.extractedNucleicAcids);

const criteriaCount = (candidate: ProtocolFlow): number =>
  (candidate.specimenTypes.length > 0 ? 1 : 0) + (candidate.extractedNucleicAcids === null ? 0 : 1);

/** Choose the flow for this material: the one with the most matching conditions, else the default. */
export function wayFor(ways: readonly ProtocolFlow[], material: Material): ProtocolFlow | undefined {
  const fitting = ways.filter((candidate) => accepts(candidate, material));
  const special = fitting.filter((candidate) => !candidate.isDefault && criteriaCount(candidate) > 0);
  const byFit = special.sort((a, b) => criteriaCount(b) - criteriaCount(a) || (a.id < b.id ? -1 : 1));
  return byFit[0] ?? fitting.find((candidate) => candidate.isDefault);
}

/** Find the approved flow of a specimen, or undefined: "No flow accepts this specimen type." */
export async function chooseFlow(tx: Transaction, row: Specimen): Promise<Flow | undefined> {
  if (row.flowId !== null) {
    const selectedFlow = await tx.get(flow, row.flowId);
    if (selectedFlow && isUsable(selectedFlow)) return selectedFlow;
  }
  const usable: { candidate: ProtocolFlow; route: Flow }[] = [];
  for (const candidate of await tx.find(protocolFlow, { protocolId: row.protocolId })) {
    const route = await tx.get(flow, candidate.flowId);
    if (route && isUsable(route)) usable.push({ candidate, route });
  }
  const candidate = wayFor(
    usable.map((one) => one.candidate),
    row,
  );
  return usable.find((one) => one.candidate === candidate)?.route;
}

const isUsable = (route: Flow): boolean =>
  !route.deleted && (route.status === 'APPROVED' || route.status === 'RESEARCH');

/** Return the batch type at which a flow begins. */
export const firstStage = (route: PinnedProcedures): BatchType | null =>
  BATCH_TYPES.find((type) => route[PROCEDURE_ID_FIELD[type]] !== null) ?? null;

/** Return the procedures of a flow as a sample stores them. */
export const pinnedProcedures = (route: PinnedProcedures | undefined): PinnedProcedures => ({
  samplePreparationProcedureId: route?.samplePreparationProcedureId ?? null,
  extractionProcedureId: route?.extractionProcedureId ?? null,
  libraryPreparationProcedureId: route?.libraryPreparationProcedureId ?? null,
  sequencingProcedureId: route?.sequencingProcedureId ?? null,
});
