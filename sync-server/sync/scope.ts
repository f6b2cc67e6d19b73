import type { ClientBase } from 'pg';
import { BENCH_ROLES, isOneOf, type Role } from '#db/access/roles.ts';
import { CATALOGUE } from '#db/catalogue.ts';
import type { AnyEntity } from '#db/entity.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { Actor } from '#db/operation.ts';
import { COLLECTIONS, type CollectionName } from '#db/sync/collections.ts';

/** Raised when the rules in carried.ts change, so that devices load what they now carry. */
const CARRIED_VERSION = 4;

/** What a kind of person carries; its name is part of the generation, so that a change of role loads anew. */
const PACKS = {
  BENCH: COLLECTIONS,
  PROJECTS: ['specimens', 'samples', 'orders', 'batches', 'procedures', 'people'],
  SERVICE: ['specimens', 'orders', 'people'],
} as const satisfies Record<string, readonly CollectionName[]>;
type Pack = keyof typeof PACKS;

function packOf(role: Role): Pack | null {
  if (role === 'ADMIN' || role === 'DEVELOPER' || isOneOf(role, BENCH_ROLES)) return 'BENCH';
  if (role === 'PROJECT_MANAGER') return 'PROJECTS';
  if (role === 'CS_MANAGER' || role === 'CS_REP') return 'SERVICE';
  return null;
}

/** The collections that a device of this role carries; none for customers and the other offices. */
export function collectionsOf(role: Role): readonly CollectionName[] {
  const pack = packOf(role);
  return pack ? PACKS[pack] : [];
}

/** An entity whose rows are documents of their own, with its collection. */
export interface Carried {
  entity: AnyEntity;
  collection: CollectionName;
}

const DOCUMENTS: readonly Carried[] = CATALOGUE.flatMap((entity) =>
  entity.replica && 'own' in entity.replica ? [{ entity, collection: entity.replica.own.collection }] : [],
);

/** What one person's device may see, and where the feed of the business entity stands in this snapshot. */
export interface Scope {
  entity: string;
  userId: string;
  generation: string;
  head: number;
  floor: number;
  /** Finished records untouched since then are not carried. */
  since: string;
  carried: readonly Carried[];
}

/** Reads the scope inside the caller's transaction; 403 for people who carry nothing. */
export async function openScope(client: ClientBase, actor: Actor): Promise<Scope> {
  const pack = packOf(actor.role);
  if (!pack) throw new AppError('FORBIDDEN', MESSAGES.forbidden);
  const { rows } = await client.query<{ generation: string; rev: string; floor: string; since: string }>(
    'SELECT generation, rev::text, floor::text, carried_since::text AS since FROM sync_head WHERE entity = $1',
    [actor.entity],
  );
  const head = rows[0];
  if (!head) throw new AppError('UNAVAILABLE', 'This business entity has no feed yet. Try again.');
  const collections: readonly CollectionName[] = PACKS[pack];
  return {
    entity: actor.entity,
    userId: actor.userId,
    generation: `${head.generation}.${CARRIED_VERSION}.${pack}`,
    head: Number(head.rev),
    floor: Number(head.floor),
    since: head.since,
    carried: DOCUMENTS.filter(({ collection }) => collections.includes(collection)),
  };
}
