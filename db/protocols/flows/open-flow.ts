import { refuse } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { onlineOnly } from '#db/identity/online-only.ts';
import type { OperationContext } from '#db/operation.ts';
import { order } from '#db/ordering/orders/order.ts';
import { type Flow, flow, protocolFlow } from '#db/protocols/flow.ts';
import { type Protocol, protocol } from '#db/protocols/protocol.ts';
import { OPEN_STATUSES, refuseOpenVersion } from '#db/protocols/versions/version-rules.ts';
import type { Transaction } from '#db/transaction.ts';

/** Return a flow for an online change; refuse when it is missing. */
export async function openFlow(tx: Transaction, context: OperationContext, flowId: string): Promise<Flow> {
  onlineOnly(context);
  const row = await tx.get(flow, flowId);
  if (!row || row.deleted) throw refuse('NOT_FOUND', MESSAGES.notFound);
  return row;
}

/** Find the version in preparation of a code. */
export async function openVersionOf(tx: Transaction, code: string): Promise<Flow | undefined> {
  const [open] = await tx.find(flow, { code, status: OPEN_STATUSES });
  return open;
}

/** Refuse a second version in preparation of the same code. */
export async function requireNoOpenVersion(tx: Transaction, code: string): Promise<void> {
  const open = await openVersionOf(tx, code);
  await refuseOpenVersion(tx, open && { number: open.flowVersion, authorIds: open.authorIds });
}

/** List the protocols that use a flow, whatever their status. */
export async function protocolsOf(tx: Transaction, flowId: string): Promise<Protocol[]> {
  const ids = new Set((await tx.find(protocolFlow, { flowId })).map(({ protocolId }) => protocolId));
  const rows: Protocol[] = [];
  for (const id of ids) {
    const row = await tx.get(protocol, id);
    if (row && !row.deleted) rows.push(row);
  }
  return rows.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/**
 * Refuse a change of a research flow that specimens may already follow: an order of a protocol that uses it is
 * submitted. It is then changed as a new version.
 */
export async function requireUnusedFlow(tx: Transaction, row: Flow): Promise<void> {
  if (row.status !== 'RESEARCH') return;
  for (const { id, code } of await protocolsOf(tx, row.id)) {
    const orders = await tx.find(order, { protocolId: id });
    if (orders.some(({ status }) => status !== 'DRAFT'))
      throw refuse(
        'IN_USE',
        `Orders of protocol ${code} use this version. Start a new version to change it.`,
      );
  }
}
