import { refuse } from '#db/errors/app-error.ts';
import type { OperationContext } from '#db/operation.ts';
import { order } from '#db/ordering/orders/order.ts';
import { type Flow, flow, type PinnedProcedures } from '#db/protocols/flow.ts';
import {
  insertFlow,
  requireFreeFlowCode,
  requireResearchProcedures,
} from '#db/protocols/flows/create-flow.ts';
import { requireFittingProcedures } from '#db/protocols/flows/flow-content.ts';
import { protocolsOf } from '#db/protocols/flows/open-flow.ts';
import type { Protocol } from '#db/protocols/protocol.ts';
import { recordEvent } from '#db/records/events/record-event.ts';
import type { Transaction } from '#db/transaction.ts';
import { canonicalJson } from '#db/values/canonical-json.ts';
import type { FlowRule, ProtocolRoute } from './protocol-content.ts';

/** Make the own flow of a research protocol, under the code of the protocol; returns its rule. */
export async function createOwnFlow(
  tx: Transaction,
  context: OperationContext,
  { code, name }: { code: string; name: string },
  procedures: PinnedProcedures,
): Promise<FlowRule> {
  await requireFreeFlowCode(tx, code);
  const row = await insertFlow(tx, context, {
    id: context.newId(),
    entity: context.actor.entity,
    code,
    name,
    flowVersion: 1,
    status: 'RESEARCH',
    supersedesId: null,
    ...procedures,
  });
  return { flowId: row.id, isDefault: true, specimenTypes: [], extractedNucleicAcids: null };
}

/** Find the own flow of a research protocol: research work under the code of the protocol. */
export const ownFlowOf = <F extends Pick<Flow, 'code' | 'status'>>(
  { code, status }: Pick<Protocol, 'code' | 'status'>,
  routes: readonly { rule: Pick<FlowRule, 'isDefault'>; flow: F }[],
): F | undefined =>
  status === 'RESEARCH'
    ? routes.find((route) => route.rule.isDefault && route.flow.code === code && route.flow.status === status)
        ?.flow
    : undefined;

const slotsOf = (row: PinnedProcedures): PinnedProcedures => ({
  samplePreparationProcedureId: row.samplePreparationProcedureId,
  extractionProcedureId: row.extractionProcedureId,
  libraryPreparationProcedureId: row.libraryPreparationProcedureId,
  sequencingProcedureId: row.sequencingProcedureId,
});

/** Check whether the own flow of a protocol has these procedures. */
export function hasProcedures(
  row: Protocol,
  routes: readonly ProtocolRoute[],
  procedures: PinnedProcedures,
): boolean {
  const own = ownFlowOf(row, routes);
  return own !== undefined && canonicalJson({ ...slotsOf(own) }) === canonicalJson({ ...procedures });
}

/** Check whether another version of a protocol takes the flow, or specimens may already follow it. */
async function isShared(tx: Transaction, row: Flow, protocolId: string): Promise<boolean> {
  for (const { id } of await protocolsOf(tx, row.id)) {
    if (id !== protocolId) return true;
    const orders = await tx.find(order, { protocolId: id });
    if (orders.some(({ status }) => status !== 'DRAFT')) return true;
  }
  return false;
}

/**
 * Take other procedures into the own flow of a research protocol; returns the id of the flow that has them. A
 * flow that an earlier version uses stays as it is: the protocol gets the flow's next version.
 */
export async function changeOwnFlow(
  tx: Transaction,
  context: OperationContext,
  protocolRow: Protocol,
  routes: readonly ProtocolRoute[],
  procedures: PinnedProcedures,
): Promise<string> {
  const row = ownFlowOf(protocolRow, routes);
  if (!row)
    throw refuse('NO_OWN_FLOW', 'This protocol has no own research flow. Choose another flow instead.');
  if (await isShared(tx, row, protocolRow.id)) {
    const versions = await tx.find(flow, { code: row.code });
    const next = await insertFlow(tx, context, {
      ...slotsOf(procedures),
      id: context.newId(),
      entity: row.entity,
      code: row.code,
      name: row.name,
      flowVersion: Math.max(...versions.map(({ flowVersion }) => flowVersion)) + 1,
      status: 'RESEARCH',
      supersedesId: row.id,
    });
    return next.id;
  }
  await requireFittingProcedures(tx, procedures);
  await requireResearchProcedures(tx, { name: row.name, ...slotsOf(procedures) });
  await tx.patch(flow, row.id, slotsOf(procedures));
  await recordEvent(tx, context, {
    type: 'FLOW_UPDATED',
    targetType: 'Flow',
    targetId: row.id,
    data: { name: row.name },
  });
  return row.id;
}
