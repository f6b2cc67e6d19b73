import type { Pool } from 'pg';
import { CATALOGUE } from '#db/entities.ts';
import type { AnyEntity } from '#db/entity.ts';
import { AppError } from '#db/errors/app-error.ts';
import { noteArrival } from '#db/factories/benches/layout-operations.ts';
import { buildContext } from '#db/factories/run-rule.ts';
import { MemoryWorld } from '#db/memory-transaction.ts';
import type { Actor } from '#db/operation.ts';
import { operationNamed } from '#db/operations.ts';
import { PgTransaction } from '#sync-server/postgres/pg-transaction.ts';
import { quoted } from '#sync-server/postgres/row-mapping.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { documentsOf } from './model-server.ts';

/** Every row of the lab at one moment, with the revisions of the documents. */
export interface LabState {
  world: MemoryWorld;
  revs: Map<string, number>;
}

/** An operation in the server's log. */
interface Entry {
  id: string;
  device_id: string;
  name: string;
  user_company_id: string;
  occurred_at: Date;
  received_at: Date;
  base: string;
  args: string;
  found: Record<string, number>;
  outcome: string;
  code: string | null;
  rev: number;
}

// Refused before a rule ran; these have no effects.
const UNJUDGED = [
  'FORBIDDEN',
  'DEVICE_REVOKED',
  'USER_DEACTIVATED',
  'DEPENDENCY_REJECTED',
  'OPERATION_MISMATCH',
];
// The engine adds warnings about clocks and about an earlier conflicting operation to those of the rule.
const OF_ENGINE = ['CLOCK', 'CLOCK_CORRECTED', 'CONFLICT_BEFORE'];

/** Read the whole lab from Postgres. */
export async function readLab(pool: Pool): Promise<LabState> {
  const world = new MemoryWorld();
  const revs = new Map<string, number>();
  const at = new Date().toISOString();
  await inTransaction(pool, async (client) => {
    const tx = new PgTransaction(client, {
      at,
      userId: null,
      entity: 'WBL',
      lab: 'WBL',
      entities: ['WBL', 'RESONANT'],
      receivedAt: at,
      requestId: 'read',
    });
    for (const entity of CATALOGUE) {
      for (const row of await tx.find(entity, { deleted: [true, false] })) world.putRow(entity, row);
      if (!entity.replica || !('own' in entity.replica)) continue;
      const { rows } = await client.query<{ id: string; rev: number }>(
        `SELECT id, rev FROM ${quoted(entity.table)}`,
      );
      for (const { id, rev } of rows) revs.set(id, Number(rev));
    }
  });
  return { world, revs };
}

/**
 * Run the server's log through the rules over the starting state; returns the first difference from the
 * tables (I15).
 */
export async function replayDiffers(
  pool: Pool,
  start: LabState,
  people: readonly Actor[],
): Promise<string | null> {
  const { rows: log } = await pool.query<Entry>('SELECT * FROM operation WHERE NOT repeated ORDER BY rev');
  const keys = await pool.query<{ device_id: string }>('SELECT device_id FROM signing_key');
  const signing = new Set(keys.rows.map((row) => row.device_id));
  const { world, revs } = start;
  let before = documentsById(world);
  for (const entry of log) {
    if (UNJUDGED.includes(entry.code ?? '')) continue;
    const replayedOutcome = await judge(world, revs, log, entry, people, signing);
    // Rules ask which changes reached the server before a person worked.
    noteArrival(world, entry.received_at.toISOString());
    const expected =
      OF_ENGINE.includes(entry.code ?? '') && replayedOutcome !== 'REJECTED'
        ? replayedOutcome
        : entry.outcome;
    if (replayedOutcome !== expected)
      return `I15 ${entry.name} (rev ${entry.rev}) was ${entry.outcome} ${entry.code} and is replayed as ${replayedOutcome}`;
    const after = documentsById(world);
    for (const [id, json] of after) if (before.get(id) !== json) revs.set(id, Number(entry.rev));
    before = after;
  }
  return firstDifference(world, (await readLab(pool)).world);
}

async function judge(
  world: MemoryWorld,
  revs: ReadonlyMap<string, number>,
  log: readonly Entry[],
  entry: Entry,
  people: readonly Actor[],
  signing: ReadonlySet<string>,
): Promise<string> {
  const definition = operationNamed(entry.name);
  const actor = people.find((one) => one.userCompanyId === entry.user_company_id);
  if (!definition || !actor) throw new Error(`${entry.name} by ${entry.user_company_id} cannot be replayed.`);
  const occurredAt = entry.occurred_at.toISOString();
  const base: Record<string, number> = JSON.parse(entry.base);
  const context = buildContext({
    operationId: entry.id,
    deviceId: entry.device_id,
    actor,
    occurredAt,
    base,
    verifyProof: async () => (signing.has(entry.device_id) ? 'OK' : 'FAILED'),
    changedSinceSeen: async (_entity, id) => {
      const baseRev = base[id];
      let rev = revs.get(id) ?? 0;
      while (baseRev !== undefined && rev > baseRev) {
        const own = log.find((one) => one.device_id === entry.device_id && Number(one.rev) === rev);
        if (!own) return true;
        rev = own.found[id] ?? baseRev;
      }
      return false;
    },
  });
  const stamp = { at: occurredAt, userId: actor.userId, entity: actor.entity };
  return world
    .transaction(
      stamp,
      async (tx) =>
        (await definition.run(tx, definition.args.parse(JSON.parse(entry.args)), context)).outcome,
    )
    .catch((error: unknown) => {
      if (error instanceof AppError && error.code !== 'INTERNAL') return 'REJECTED';
      throw error;
    });
}

const documentsById = (world: MemoryWorld): Map<string, string> =>
  new Map(documentsOf(world).map((document) => [document.id, JSON.stringify(document.body)]));

// Rows that pages and the engine write without rules, and times that only the server knows.
const UNRULED: readonly string[] = [
  'User',
  'UserCompany',
  'Person',
  'Company',
  'SigningKey',
  'AuditLog',
  'AccessLog',
  'Email',
];
const UNKNOWN_HERE: readonly string[] = ['syncedAt', 'updatedAt', 'createdAt', 'version'];

function firstDifference(model: MemoryWorld, tables: MemoryWorld): string | null {
  for (const entity of CATALOGUE) {
    if (UNRULED.includes(entity.name)) continue;
    const [replayed, storedRows] = [rowsOf(model, entity), rowsOf(tables, entity)];
    for (const id of new Set([...replayed.keys(), ...storedRows.keys()])) {
      if (replayed.get(id) !== storedRows.get(id))
        return `I15 ${entity.name} ${id} is\n${storedRows.get(id)} and is replayed as\n${replayed.get(id)}`;
    }
  }
  return null;
}

function rowsOf(world: MemoryWorld, entity: AnyEntity): Map<string, string> {
  const rows = (world.all(entity) as Record<string, unknown>[]).filter((row) => !isOfEngine(row));
  const fields = Object.keys(entity.schema.shape)
    .filter((field) => !UNKNOWN_HERE.includes(field))
    .sort();
  return new Map(
    rows.map((row) => [String(row['id']), sorted(fields.map((field) => [field, row[field] ?? null]))]),
  );
}

// Conflicts about clocks, changes of roles, and the emails that jobs send.
const isOfEngine = (row: Record<string, unknown>): boolean => {
  const data = row['data'] as { kind?: string } | undefined;
  const isOther = row['type'] === 'ROLE_CHANGED' || row['targetType'] === 'Email';
  return row['kind'] === 'CLOCK' || data?.kind === 'CLOCK' || isOther;
};

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
