import { BATCH_TYPES, type BatchType } from '#db/batches/batch-type.ts';
import { type Flow, flow, type PinnedProcedures, PROCEDURE_ID_FIELD } from '#db/protocols/flow.ts';
import { type ProtocolFlow, protocolFlow } from '#db/protocols/protocol-flow.ts';
import type { Transaction } from '#db/transaction.ts';
import type { Specimen } from './specimen.ts';

type Material = Pick<Specimen, 'providedSpecimenType' | 'extractedNucleicAcids'>;

/** Does that way take this material? */
export const accepts = (way: ProtocolFlow, material: Material): boolean =>
  (way.specimenTypes.length === 0 || way.specimenTypes.includes(material.providedSpecimenType)) &&
  (way.extractedNucleicAcids === null || way.extractedNucleicAcids === material.extractedNucleicAcids);

const asked = (way: ProtocolFlow): number =>
  (way.specimenTypes.length > 0 ? 1 : 0) + (way.extractedNucleicAcids === null ? 0 : 1);

/** The way for this material: the one that asks for most of what it has, else the default. */
export function wayFor(ways: readonly ProtocolFlow[], material: Material): ProtocolFlow | undefined {
  const fitting = ways.filter((way) => accepts(way, material));
  const special = fitting.filter((way) => !way.isDefault && asked(way) > 0);
  const byFit = special.sort((a, b) => asked(b) - asked(a) || (a.id < b.id ? -1 : 1));
  return byFit[0] ?? fitting.find((way) => way.isDefault);
}

/** The approved flow that a specimen takes, or undefined: "No flow accepts this specimen type." */
export async function chooseFlow(tx: Transaction, row: Specimen): Promise<Flow | undefined> {
  if (row.flowId !== null) {
    const chosen = await tx.get(flow, row.flowId);
    if (chosen && isUsable(chosen)) return chosen;
  }
  const usable: { way: ProtocolFlow; route: Flow }[] = [];
  for (const way of await tx.find(protocolFlow, { protocolId: row.protocolId })) {
    const route = await tx.get(flow, way.flowId);
    if (route && isUsable(route)) usable.push({ way, route });
  }
  const way = wayFor(
    usable.map((one) => one.way),
    row,
  );
  return usable.find((one) => one.way === way)?.route;
}

const isUsable = (route: Flow): boolean =>
  !route.deleted && (route.status === 'APPROVED' || route.status === 'RESEARCH');

/** The batch type at which a flow begins. */
export const firstStage = (route: PinnedProcedures): BatchType | null =>
  BATCH_TYPES.find((type) => route[PROCEDURE_ID_FIELD[type]] !== null) ?? null;

/** The procedures of a flow as a sample keeps them. */
export const pinnedProcedures = (route: PinnedProcedures | undefined): PinnedProcedures => ({
  samplePreparationProcedureId: route?.samplePreparationProcedureId ?? null,
  extractionProcedureId: route?.extractionProcedureId ?? null,
  libraryPreparationProcedureId: route?.libraryPreparationProcedureId ?? null,
  sequencingProcedureId: route?.sequencingProcedureId ?? null,
});
