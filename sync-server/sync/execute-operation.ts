import type { ClientBase } from 'pg';
import { ulid } from 'ulid';
import type { z } from 'zod';
import { AppError, type ErrorIssue } from '#db/errors/app-error.ts';
import type { Actor, OperationDefinition } from '#db/operation.ts';
import type { OperationVerdict } from '#db/sync/wire.ts';
import { enqueueWrite, getReadCache } from '#sync-server/postgres/acceleration/acceleration.ts';
import { applyNext, type Engine } from './apply-operation.ts';
import type { ActingPerson } from './judge-operation.ts';
import { lockHead, type OpenedWork, openWork } from './lock-device.ts';

/**
 * Create the membership's own outbox on the server: online operations are numbered and logged like those of a
 * handheld.
 */
async function enrollServer(client: ClientBase, actor: Actor): Promise<void> {
  await client.query(
    `INSERT INTO device (id, created_by_id, entity, kind, name, registered_by_id, user_company_id)
     VALUES ($1, $2, $3, 'SERVER', 'Online', $2, $4)`,
    [ulid(), actor.userId, actor.entity, actor.userCompanyId],
  );
}

async function openOnline(
  client: ClientBase,
  actor: Actor,
  id: string,
): Promise<OpenedWork & { rev: number }> {
  const open = () => openWork(client, actor, null, { n: null, ids: [id] });
  let work = await open();
  if (!work) {
    await enrollServer(client, actor);
    work = await open();
  }
  if (!work || work.rev === null) throw new AppError('INTERNAL', 'There is no outbox for online acts.');
  return { ...work, rev: work.rev };
}

export type OperationSchema = z.ZodObject;

/** What a caller needs of an operation; the schema types its arguments. */
export type CallableOperation<Args extends OperationSchema> = Pick<
  OperationDefinition<Args>,
  'name' | 'version' | 'args'
>;

/** Convert a refused verdict to the error of an HTTP call. */
function errorOf({ code, message }: OperationVerdict, issues: readonly ErrorIssue[]): AppError {
  const text = message ?? '';
  if (code === 'INVALID_ARGUMENTS') return new AppError('VALIDATION', text, issues);
  if (code === 'UNSUPPORTED_OPERATION') return new AppError('NOT_FOUND', text);
  return new AppError(code ?? 'CONFLICT', text, issues);
}

/**
 * Execute an operation online through the engine that devices use: one transaction, logged, with a verdict.
 * Throws if it is refused. `base` holds the revisions that the caller had seen. `inSameTransaction` writes
 * what the rule does not (an email, the hash of a secret) and may run again with the transaction. `doneAt` is
 * the time of the operation if not now: the rights of that moment count.
 */
export async function executeOperation<Args extends OperationSchema>(
  engine: Engine,
  actor: ActingPerson,
  operation: CallableOperation<Args>,
  args: z.input<Args>,
  base: Record<string, number> = {},
  inSameTransaction?: (client: ClientBase) => Promise<unknown>,
  doneAt?: string,
): Promise<OperationVerdict> {
  const id = ulid();
  const { name, version } = operation;
  const execute = async (client: ClientBase) => {
    const occurredAt = doneAt ?? engine.now().toISOString();
    const work = await openOnline(client, actor, id);
    const applied = await applyNext(engine, client, { actor }, work, {
      id,
      name,
      version,
      occurredAt,
      base,
      dependsOn: [],
      args,
    });
    if (applied.verdict.outcome !== 'REJECTED') await inSameTransaction?.(client);
    if (inSameTransaction) getReadCache(client).forget();
    return applied;
  };
  const [applied] = await enqueueWrite({ pool: engine.pool, lab: actor.lab.id, lock: lockHead }, [execute]);
  if (!applied) throw new AppError('INTERNAL', 'The act has no verdict.');
  if (applied.verdict.outcome === 'REJECTED') throw errorOf(applied.verdict, applied.issues);
  return applied.verdict;
}
