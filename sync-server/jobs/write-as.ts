import { AsyncLocalStorage } from 'node:async_hooks';
import type { ClientBase, Pool, PoolClient } from 'pg';
import { ulid } from 'ulid';
import { Lab } from '#db/access/lab.ts';
import type { Actor, OperationContext } from '#db/operation.ts';
import { event } from '#db/records/events/event.ts';
import type { Transaction } from '#db/transaction.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { deriveId } from '#db/values/id.ts';
import { labDayOf } from '#db/values/lab-day.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { PgTransaction } from '#sync-server/postgres/pg-transaction.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { lockHead } from '#sync-server/sync/lock-device.ts';

const SYSTEM = { userId: '', userCompanyId: '', companyId: '', role: 'ADMIN', name: 'System' } as const;

/** Build the context of an operation that the lab's system performs itself. */
export function systemContext(
  { entity, lab }: Pick<Actor, 'entity' | 'lab'>,
  run: { id: string; at: string; timeZone: string },
): OperationContext {
  const actor: Actor = { ...SYSTEM, entity, lab };
  let ids = 0;
  return {
    operationId: run.id,
    deviceId: null,
    actor,
    occurredAt: run.at,
    labDay: labDayOf(run.at, run.timeZone),
    labTimezone: run.timeZone,
    base: {},
    replica: 'server',
    newId: () => deriveId(run.id, ids++),
    changedSinceSeen: async () => false,
    verifyProof: async () => 'FAILED',
  };
}

/**
 * Wrap a transaction for the system: its events name no person as author; operations for a person name them.
 */
const asSystem = (tx: Transaction): Transaction => ({
  get: (entity, id) => tx.get(entity, id),
  find: (entity, filter) => tx.find(entity, filter),
  ancestors: (entity, id, parentField) => tx.ancestors(entity, id, parentField),
  insert: (entity, row) =>
    tx.insert(
      entity,
      entity.name === event.name && 'userId' in row && row.userId === SYSTEM.userId
        ? { ...row, userId: null, companyId: null }
        : row,
    ),
  patch: (entity, id, changes) => tx.patch(entity, id, changes),
});

const RUN = new AsyncLocalStorage<string>();

/** Run a job as of another date; the audit log names the run as the request of every row that it writes. */
export const inDatedRun = <T>(date: string, work: () => Promise<T>): Promise<T> =>
  RUN.run(`dev-tools-jobs-at-${date}`, work);

/** Read the lab that serves a business entity. */
async function readLab(client: Pick<ClientBase, 'query'>, entity: BusinessEntity): Promise<Lab> {
  const { rows } = await client.query(
    `SELECT lab AS id, home, array_agg(entity ORDER BY entity <> home, entity) AS entities FROM lab_entity
      WHERE lab = (SELECT lab FROM lab_entity WHERE entity = $1) GROUP BY lab, home`,
    [entity],
  );
  return Lab.parse(rows[0]);
}

/** Return the request id of system writes in the audit log. */
const requestIdOf = (id: string): string => {
  const run = RUN.getStore();
  return run === undefined ? id : `${run}:${id}`;
};

/** Return a function that writes the rows of a rule, once. */
function finishOnce(tx: PgTransaction): () => Promise<void> {
  let isFinished = false;
  return async () => {
    if (!isFinished) await tx.finish();
    isFinished = true;
  };
}

/**
 * Run a rule as the system for one business entity: one transaction under its lab's head, with events that name
 * no person. With `wholeLab` the rule also finds the rows of the other entities that the lab serves.
 */
export function writeAsSystem<T>(
  pool: Pool,
  entity: BusinessEntity,
  { now, timeZone, wholeLab = false }: { now: Date; timeZone: string; wholeLab?: boolean },
  work: (
    tx: Transaction,
    context: OperationContext,
    client: ClientBase,
    flush: Writing['flush'],
  ) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, async (client) => {
    const lab = await readLab(client, entity);
    await lockHead(client, lab.id);
    const [at, id] = [now.toISOString(), ulid()];
    const scope = { entity, lab: lab.id, entities: wholeLab ? lab.entities : [entity] };
    const stamp = { at, userId: null, ...scope, receivedAt: at, requestId: requestIdOf(id) };
    const pgTransaction = new PgTransaction(client, stamp);
    const flush = finishOnce(pgTransaction);
    const result = await work(
      asSystem(pgTransaction),
      systemContext({ entity, lab }, { id, at, timeZone }),
      client,
      flush,
    );
    await flush();
    return result;
  });
}

/** The writers for a rule without a session: rows and events through `tx`, secrets through `client`. */
export interface Writing {
  tx: Transaction;
  context: OperationContext;
  client: PoolClient;
  /** Write the rows of the rule, so that `client` sees them. */
  flush(): Promise<void>;
}

/**
 * Run an account rule as a person without a session (sign-up, accepting an invitation): one transaction under
 * the lab's head, with audit rows, like every operation.
 */
export function writeAs<T>(
  { pool, env, now }: Pick<AppServices, 'pool' | 'env' | 'now'>,
  person: Omit<Actor, 'lab'>,
  work: (writing: Writing) => Promise<T>,
): Promise<T> {
  return inTransaction(pool, async (client) => {
    const lab = await readLab(client, person.entity);
    const actor: Actor = { ...person, lab };
    await lockHead(client, lab.id);
    const [at, id] = [now().toISOString(), ulid()];
    const scope = { entity: actor.entity, lab: lab.id, entities: [actor.entity] };
    const stamp = { at, userId: actor.userId, ...scope, receivedAt: at, requestId: id };
    const tx = new PgTransaction(client, stamp);
    const context = { ...systemContext(actor, { id, at, timeZone: env.LAB_TIMEZONE }), actor };
    const flush = finishOnce(tx);
    const result = await work({ tx, context, client, flush });
    await flush();
    return result;
  });
}
