import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import type { OperationContext } from '#db/operation.ts';
import { order } from '#db/ordering/orders/order.ts';
import { flow } from '#db/protocols/flow.ts';
import { isClinicalFlow } from '#db/protocols/flows/flow-content.ts';
import { type Protocol, protocol } from '#db/protocols/protocol.ts';
import { OPEN_STATUSES, refuseOpenVersion } from '#db/protocols/versions/version-rules.ts';
import type { Transaction } from '#db/transaction.ts';
import type { FlowRule } from './protocol-content.ts';

/** Return a protocol for an online change; refuse when it is missing. */
export async function openProtocol(
  tx: Transaction,
  context: OperationContext,
  protocolId: string,
): Promise<Protocol> {
  onlineOnly(context);
  const row = await tx.get(protocol, protocolId);
  if (!row || row.deleted) throw refuse('NOT_FOUND', MESSAGES.notFound);
  return row;
}

/** Read all versions of a code of one business entity, newest first. */
export async function versionsOf(
  tx: Transaction,
  { code, entity }: Pick<Protocol, 'code' | 'entity'>,
): Promise<Protocol[]> {
  const rows = (await tx.find(protocol, { code })).filter((row) => row.entity === entity);
  return rows.sort((one, other) => other.protocolVersion - one.protocolVersion);
}

/** Refuse a second version in preparation of the same code. */
export async function requireNoOpenVersion(tx: Transaction, source: Protocol): Promise<void> {
  const open = (await versionsOf(tx, source)).find(({ status }) =>
    OPEN_STATUSES.some((one) => one === status),
  );
  await refuseOpenVersion(tx, open && { number: open.protocolVersion, authorIds: open.authorIds });
}

/**
 * Refuse a change of a research protocol that customers may already have ordered; it is then changed as a new
 * version.
 */
export async function requireUnusedProtocol(tx: Transaction, row: Protocol): Promise<void> {
  if (row.status !== 'RESEARCH') return;
  const orders = await tx.find(order, { protocolId: row.id });
  if (orders.some(({ status }) => status !== 'DRAFT'))
    throw refuse('IN_USE', 'Orders use this version. Start a new version to change it.');
}

/** Refuse flows that do not exist here, closed flows, and clinical flows of research work. */
export async function requireUsableFlows(
  tx: Transaction,
  rules: readonly FlowRule[],
  research: boolean,
): Promise<void> {
  for (const { flowId } of rules) {
    const row = await tx.get(flow, flowId);
    if (!row || row.deleted) throw refuse('VALIDATION', 'A flow does not exist. Choose another one.');
    if (row.status === 'ARCHIVED' || row.status === 'REJECTED')
      throw refuse(
        'VALIDATION',
        `Flow ${row.code}, version ${row.flowVersion}, is closed. Choose another one.`,
      );
    if (!research) continue;
    if (row.status === 'PENDING_APPROVAL')
      throw refuse('VALIDATION', `Flow ${row.code} is neither approved nor research.`);
    if (await isClinicalFlow(tx, row))
      throw refuse('RESEARCH_CLINICAL', 'A research protocol takes no clinical flow.');
  }
}
