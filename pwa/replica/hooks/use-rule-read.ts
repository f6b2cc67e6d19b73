import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react';
import { filter } from 'rxjs';
import { ulid } from 'ulid';
import { AppError } from '#db/errors/app-error.ts';
import type { OperationContext } from '#db/operation.ts';
import type { CollectionName } from '#db/sync/collections.ts';
import type { Transaction } from '#db/transaction.ts';
import { deriveId } from '#db/values/id.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import { DeviceTransaction } from '#pwa/replica/operations/device-transaction.ts';
import { type Live, liveRead } from '#pwa/replica/store/observe.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { useReplica } from './replica-context.tsx';
import { useLoadingPart } from './shown-together.tsx';

/** Read through the same transaction and context as a rule on this device; writes are discarded. */
export type RuleReader<T> = (tx: Transaction, context: OperationContext, replica: Replica) => Promise<T>;

const QUIET_MS = 40;

/** Run a reader once; null when the record is not on this device. */
async function readAsRule<T>(replica: Replica, read: RuleReader<T>): Promise<T | null> {
  const operationId = ulid();
  const enrollment = await replica.enrollment();
  const occurredAt = new Date().toISOString();
  const labTimezone = enrollment?.labTimezone ?? 'UTC';
  let k = 0;
  const context: OperationContext = {
    operationId,
    deviceId: enrollment?.deviceId ?? null,
    actor: replica.actor,
    occurredAt,
    labDay: labDayOf(occurredAt, labTimezone),
    labTimezone,
    base: {},
    replica: 'device',
    changedSinceSeen: async () => false,
    newId: () => deriveId(operationId, k++),
    verifyProof: async () => 'PENDING',
  };
  const stamp = { at: occurredAt, userId: replica.actor.userId, entity: replica.actor.entity };
  try {
    return await read(new DeviceTransaction(replica.base, replica.view.overlay(), stamp), context, replica);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/**
 * Return a function that runs a `db` reader once: `ask((tx, context) => sectionProblems(tx, run,
 * context.labDay))`.
 */
export function useAskRules(): <T>(read: RuleReader<T>) => Promise<T | null> {
  const replica = useReplica();
  return useCallback((read) => readAsRule(replica, read), [replica]);
}

/**
 * Follow the result of a `db` reader: undefined while it is read, null when the record is not on this device.
 * The reader runs again when one of the collections or `key` changes.
 */
export function useRuleRead<T>(
  collections: readonly CollectionName[],
  key: string,
  read: RuleReader<T>,
): T | null | undefined {
  const replica = useReplica();
  const newest = useRef(read);
  // oxlint-disable-next-line react/refs -- the store reads the newest one later, outside of rendering
  newest.current = read;
  const collectionsKey = collections.join(' ');
  const live = useMemo<Live<T | null | undefined>>(() => {
    const names = new Set(collectionsKey.split(' '));
    const changes = replica.changed.pipe(filter((changed) => [...changed].some((name) => names.has(name))));
    const reread = () => readAsRule<T>(replica, newest.current);
    // oxlint-disable-next-line react/refs -- the store reads the newest one later, outside of rendering
    return liveRead<T | null | undefined>(reread, changes, undefined, key === '' ? 0 : QUIET_MS);
  }, [replica, collectionsKey, key]);
  const answer = useSyncExternalStore(live.subscribe, live.current);
  useLoadingPart(answer === undefined);
  return answer;
}
