import type { ClientBase } from 'pg';
import { type LabMember, type ReplicaScope, replicaScopeOf, visibleEntities } from '#db/access/lab.ts';
import type { Role } from '#db/access/roles.ts';
import { CATALOGUE } from '#db/entities.ts';
import type { AnyEntity } from '#db/entity.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { Actor } from '#db/operation.ts';
import { COLLECTIONS, type CollectionName } from '#db/sync/collections.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import type { QueryReader } from '#sync-server/postgres/acceleration/parts.ts';
import { query } from '#sync-server/postgres/entity-store.ts';
import type { DeviceReader } from '#sync-server/services/patients/mask-patients.ts';

/** Raised when the rules in replication-filter.ts change, so that devices load what they now store. */
const REPLICATION_VERSION = 8;

/**
 * A set of collections for a group of roles; its name is part of the generation, so a role change reloads
 * everything.
 */
const REPLICA_SCOPES = {
  BENCH: COLLECTIONS,
  PROJECTS: ['specimens', 'samples', 'orders', 'batches', 'procedures', 'people'],
  SERVICE: ['specimens', 'orders', 'people'],
} as const satisfies Record<ReplicaScope, readonly CollectionName[]>;

/** Return the collections that the person's devices store; none for customers and office roles. */
export function collectionsOf(member: LabMember): readonly CollectionName[] {
  const replicaScope = replicaScopeOf(member);
  return replicaScope ? REPLICA_SCOPES[replicaScope] : [];
}

/** Report whether the person receives material and therefore assigns numbers. */
export const numbersMaterial = (member: LabMember): boolean => replicaScopeOf(member) === 'BENCH';

/** An entity whose rows are documents of their own, with its collection. */
export interface ReplicatedEntity {
  entity: AnyEntity;
  collection: CollectionName;
  /** The person whose device stores the documents; decides which patient fields are masked. */
  reader: DeviceReader;
  /** The lab of the rows and of those that are embedded in their documents. */
  lab: string;
}

const DOCUMENTS: readonly Omit<ReplicatedEntity, 'reader' | 'lab'>[] = CATALOGUE.flatMap((entity) =>
  entity.replica && 'own' in entity.replica ? [{ entity, collection: entity.replica.own.collection }] : [],
);

/** What one person's device may see, and the feed's head in this snapshot. */
export interface Scope {
  lab: string;
  /** The business entities whose records the person sees. */
  entities: readonly BusinessEntity[];
  userId: string;
  /** Decides which patient fields are masked. */
  role: Role;
  generation: string;
  head: number;
  floor: number;
  /** Finished records that have not changed since then are not replicated. */
  since: string;
  replicatedEntities: readonly ReplicatedEntity[];
}

/** The condition that a row is of the scope's lab ($1) and business entities ($2); the index of the lab serves it. */
export const IN_SCOPE = 'lab = $1 AND (entity = ANY ($2)) IS TRUE';

/** Further columns to read beside the head `h`; their values begin at $2. */
interface ScopeExtra {
  columns: string;
  values: readonly unknown[];
}

/**
 * Read the scope, and further columns with the same statement; throws 403 for people without a replica. Inside a
 * transaction, the scope is that of its snapshot.
 */
export async function readScope(
  client: QueryReader,
  actor: Actor,
  { columns, values }: ScopeExtra = { columns: 'NULL', values: [] },
): Promise<{ scope: Scope; row: Readonly<Record<string, unknown>> }> {
  const replicaScope = replicaScopeOf(actor);
  if (!replicaScope) throw new AppError('FORBIDDEN', MESSAGES.forbidden);
  const text = `SELECT generation, rev, floor, carried_since::text AS since, ${columns} FROM sync_head h WHERE lab = $1`;
  const row = (await query(client, text, [actor.lab.id, ...values])).rows[0];
  if (!row) throw new AppError('UNAVAILABLE', 'This lab has no feed yet. Try again.');
  const collections: readonly CollectionName[] = REPLICA_SCOPES[replicaScope];
  const reader: DeviceReader = {
    role: actor.role,
    bench: replicaScope === 'BENCH',
    home: actor.lab.home,
  };
  const scope: Scope = {
    lab: actor.lab.id,
    entities: visibleEntities(actor),
    userId: actor.userId,
    role: actor.role,
    generation: `${String(row['generation'])}.${REPLICATION_VERSION}.${replicaScope}`,
    head: Number(row['rev']),
    floor: Number(row['floor']),
    since: String(row['since']),
    replicatedEntities: DOCUMENTS.filter(({ collection }) => collections.includes(collection)).map(
      (replicated) => ({ ...replicated, reader, lab: actor.lab.id }),
    ),
  };
  return { scope, row };
}

/** Read the scope in the snapshot of the caller's transaction. */
export const openScope = async (client: ClientBase, actor: Actor): Promise<Scope> =>
  (await readScope(client, actor)).scope;
