import type { ClientBase } from 'pg';
import { ulid } from 'ulid';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { type AuditEntry, writeAuditTrail } from '#sync-server/postgres/audit-trail.ts';

/**
 * Fields of a person that only auth writes: secrets, which are no arguments of operations, and address
 * verification.
 */
export interface AccountChange {
  /** A hash; null removes the password. */
  password?: string | null;
  /** A hash. */
  pin?: string;
  googleId?: string;
  /** Time of verification; an earlier one stays. */
  emailVerified?: Date;
}

interface Account {
  password: string | null;
  pin: string | null;
  pinSetAt: Date | null;
  googleId: string | null;
  emailVerified: Date | null;
  sessionVersion: number;
}

// The log records that secrets changed, never their values.
const SECRET: ReadonlySet<string> = new Set(['password', 'pin', 'googleId']);

const READ = `
  SELECT password, pin, pin_set_at AS "pinSetAt", google_id AS "googleId", email_verified AS "emailVerified",
         session_version AS "sessionVersion"
    FROM "user" WHERE id = $1 FOR UPDATE`;

const WRITE = `
  UPDATE "user" SET password = $2, pin = $3, pin_set_at = $4, google_id = $5, email_verified = $6, session_version = $7,
         pin_failed_count = CASE WHEN $8 THEN 0 ELSE pin_failed_count END,
         pin_locked_until = CASE WHEN $8 THEN NULL ELSE pin_locked_until END,
         updated_at = $9, version = version + 1
   WHERE id = $1`;

/**
 * Change secrets of a person in the caller's transaction, with an audit row that names the fields.
 * `endsSessions`: every session of the person ends at its next request.
 */
export async function changeAccount(
  client: ClientBase,
  { userId, entity }: { userId: string; entity: BusinessEntity },
  change: AccountChange,
  { now, endsSessions = false }: { now: Date; endsSessions?: boolean },
): Promise<void> {
  const { rows } = await client.query<Account>(READ, [userId]);
  const before = rows[0];
  if (!before) return;
  const after: Account = {
    ...before,
    ...change,
    pinSetAt: change.pin === undefined ? before.pinSetAt : now,
    emailVerified: before.emailVerified ?? change.emailVerified ?? null,
    sessionVersion: before.sessionVersion + (endsSessions ? 1 : 0),
  };
  const { password, pin, pinSetAt, googleId, emailVerified, sessionVersion } = after;
  const isNewPin = change.pin !== undefined;
  await client.query(WRITE, [
    userId,
    password,
    pin,
    pinSetAt,
    googleId,
    emailVerified,
    sessionVersion,
    isNewPin,
    now,
  ]);
  const changes = changesOf(before, after);
  if (Object.keys(changes).length === 0) return;
  const stamp = { entity, userId, occurredAt: now.toISOString(), requestId: ulid() };
  await writeAuditTrail(
    client,
    [{ table: 'user', entity, recordId: userId, action: 'UPDATE', changes }],
    stamp,
  );
}

function changesOf(before: Account, after: Account): AuditEntry['changes'] {
  const old: Readonly<Record<string, unknown>> = { ...before };
  const changes: AuditEntry['changes'] = {};
  for (const [field, value] of Object.entries(after)) {
    const was = old[field];
    if (was === value) continue;
    if (!SECRET.has(field)) changes[field] = [was ?? null, value];
    else
      changes[field] = [
        was === null ? null : 'set',
        value === null ? null : was === null ? 'set' : 'changed',
      ];
  }
  return changes;
}
