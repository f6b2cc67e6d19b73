import type { ClientBase } from 'pg';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { FactorAdded } from '#db/identity/second-factor.ts';
import { writeAccountEvent } from '#sync-server/auth/account-log.ts';
import { passwordLimits } from '#sync-server/auth/accounts/account-routes.ts';
import { mailSecurityNotice, type SecretChange } from '#sync-server/auth/accounts/security-notice.ts';
import { countAttempt, refundAttempt } from '#sync-server/auth/attempts.ts';
import { verifySecret } from '#sync-server/auth/password.ts';
import type { AppServices } from '#sync-server/http/api-route.ts';
import { inTransaction } from '#sync-server/postgres/transaction.ts';
import { renewRecoveryCodes } from './recovery-codes.ts';
import { forgetBrowsers } from './remembered-browsers.ts';
import type { SigningIn } from './signing-in.ts';

const RECENT_MS = 30 * 60 * 1_000;
const MAX_FACTORS = 10;

/**
 * Throw unless the person proves their identity, so that nobody at an abandoned session can add a factor.
 * Requires the password; an account without one, or a sign-in under way, must be at most half an hour old.
 */
export async function requireIdentity(
  { pool, now }: AppServices,
  { userId, stage, claims }: SigningIn,
  password: string | null,
): Promise<void> {
  const { rows } = await pool.query<{ password: string | null }>(
    'SELECT password FROM "user" WHERE id = $1',
    [userId],
  );
  const hashed = rows[0]?.password ?? null;
  if (stage === 'SET_UP' || hashed === null) {
    if (now().getTime() - (claims.signedInAt ?? 0) <= RECENT_MS) return;
    throw new AppError('SIGN_IN_AGAIN', 'You signed in a while ago. Sign out and sign in again to continue.');
  }
  const limits = passwordLimits(userId);
  await countAttempt(pool, now(), limits);
  if (!(await verifySecret(hashed, password ?? ''))) {
    const message = 'That is not your password. Try again.';
    throw new AppError('VALIDATION', message, [{ path: 'password', message }]);
  }
  await refundAttempt(pool, limits);
}

/** Serialize concurrent changes. */
async function lockFactors(client: ClientBase, userId: string): Promise<number> {
  await client.query('SELECT 1 FROM "user" WHERE id = $1 FOR UPDATE', [userId]);
  const { rows } = await client.query<{ count: number }>(
    'SELECT count(*)::int AS count FROM second_factor WHERE user_id = $1 AND confirmed_at IS NOT NULL',
    [userId],
  );
  return rows[0]?.count ?? 0;
}

type Person = Pick<SigningIn, 'userId' | 'companyId' | 'entity'>;

async function report(client: ClientBase, person: Person, { change, now }: SecretChange): Promise<void> {
  const data = { how: change };
  await writeAccountEvent(client, { ...person, type: 'SECOND_FACTOR_CHANGED', data, now });
  await mailSecurityNotice(client, person, { change, now });
}

/** Add a factor; the first one creates recovery codes, and other sessions of the person must prove it. */
export async function addFactor(
  { pool, now }: AppServices,
  person: Person,
  change: 'AUTHENTICATOR_ADDED' | 'PASSKEY_ADDED',
  add: (client: ClientBase) => Promise<void>,
): Promise<FactorAdded> {
  return inTransaction(pool, async (client) => {
    const before = await lockFactors(client, person.userId);
    if (before >= MAX_FACTORS)
      throw new AppError('CONFLICT', `You have ${MAX_FACTORS} already. Remove one first.`);
    await add(client);
    await report(client, person, { change, now: now() });
    if (before > 0) return { recoveryCodes: null };
    await client.query(`SELECT pg_notify('sync_head', 'ended:' || $1)`, [person.userId]);
    return { recoveryCodes: await renewRecoveryCodes(client, person.userId, now()) };
  });
}

/**
 * Remove a factor; the last one stays if the role needs it, and otherwise removes codes and remembered
 * browsers.
 */
export async function removeFactor(
  { pool, now }: AppServices,
  { needsFactor, ...person }: SigningIn,
  id: string,
): Promise<void> {
  const { userId } = person;
  await inTransaction(pool, async (client) => {
    const isLast = (await lockFactors(client, userId)) === 1;
    if (isLast && needsFactor)
      throw new AppError(
        'CONFLICT',
        'Your role needs a second factor. Add another one before you remove this one.',
      );
    const { rowCount } = await client.query(
      'DELETE FROM second_factor WHERE id = $1 AND user_id = $2 AND confirmed_at IS NOT NULL',
      [id, userId],
    );
    if (rowCount === 0) throw new AppError('NOT_FOUND', MESSAGES.notFound);
    if (isLast) await forgetFactors(client, userId);
    await report(client, person, { change: 'FACTOR_REMOVED', now: now() });
  });
}

async function forgetFactors(client: ClientBase, userId: string): Promise<void> {
  await client.query('DELETE FROM second_factor WHERE user_id = $1', [userId]);
  await client.query('DELETE FROM recovery_code WHERE user_id = $1', [userId]);
  await forgetBrowsers(client, userId, null);
}

/** Create new recovery codes; earlier ones become invalid. */
export async function replaceRecoveryCodes(
  { pool, now }: AppServices,
  person: Person,
): Promise<{ recoveryCodes: string[] }> {
  return inTransaction(pool, async (client) => {
    if ((await lockFactors(client, person.userId)) === 0)
      throw new AppError('CONFLICT', 'Add an authenticator app or a passkey first.');
    const recoveryCodes = await renewRecoveryCodes(client, person.userId, now());
    await report(client, person, { change: 'RECOVERY_CODES_RENEWED', now: now() });
    return { recoveryCodes };
  });
}

/** Remove all factors of a person in the caller's transaction; their sessions end and they are notified. */
export async function resetFactors(
  client: ClientBase,
  person: { userId: string; companyId: string; entity: SigningIn['entity'] },
  { by, reason, now }: { by: string; reason: string; now: Date },
): Promise<void> {
  if ((await lockFactors(client, person.userId)) === 0)
    throw new AppError('CONFLICT', 'This user has no second factor.');
  await forgetFactors(client, person.userId);
  await client.query(
    'UPDATE "user" SET session_version = session_version + 1, updated_at = $2, version = version + 1 WHERE id = $1',
    [person.userId, now],
  );
  await writeAccountEvent(client, { ...person, type: 'SECOND_FACTOR_RESET', data: { by, reason }, now });
  await mailSecurityNotice(client, person, { change: 'FACTOR_RESET', now });
}
