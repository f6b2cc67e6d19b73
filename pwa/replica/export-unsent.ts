import type { OperationDocument } from './operation-document.ts';
import type { Replica } from './replica.ts';

/** Work that the server has not taken: what waits, and what was refused and not yet seen to. */
export const unsentWork = (operations: readonly OperationDocument[]): OperationDocument[] =>
  operations.filter(({ state }) => state !== 'settled' && state !== 'accepted' && state !== 'acknowledged');

/** The unsent work of this device as text that a person can keep and support can read. */
export function unsentAsJson(replica: Pick<Replica, 'actor' | 'outbox'>, exportedAt: string): string {
  const { userId, userCompanyId, entity } = replica.actor;
  const operations = unsentWork(replica.outbox.all());
  return JSON.stringify(
    { format: 'benchside-unsent-1', exportedAt, userId, userCompanyId, entity, operations },
    null,
    2,
  );
}

/** Saves the unsent work as a file on this device. */
export function downloadUnsent(replica: Pick<Replica, 'actor' | 'outbox'>): void {
  const at = new Date().toISOString();
  const url = URL.createObjectURL(new Blob([unsentAsJson(replica, at)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `unsent-work-${at.slice(0, 19).replaceAll(':', '')}.json`;
  link.click();
  URL.revokeObjectURL(url);
}

/** The person has seen these refusals: they leave "needs attention" and stay in the history. */
export async function acknowledge(replica: Pick<Replica, 'outbox'>, keys: readonly string[]): Promise<void> {
  await replica.outbox.update(keys, (operation) =>
    operation.state === 'rejected' || operation.state === 'quarantined'
      ? { ...operation, state: 'acknowledged' }
      : operation,
  );
}
