import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { ClientBase, Pool } from 'pg';
import { ulid } from 'ulid';
import { AppError } from '#db/errors/app-error.ts';
import type { NewAuthenticator } from '#db/identity/second-factor.ts';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const keyOf = (secret: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', 'benchside second factor', 32));

/**
 * Seal a text with a key derived from AUTH_SECRET; `owner` is bound to it, so a row copied to another person
 * does not open.
 */
function sealSecret(secret: string, owner: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(secret), nonce).setAAD(Buffer.from(owner));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url');
}

/** Open a sealed text; undefined if AUTH_SECRET or the owner differs. */
function openSecret(secret: string, owner: string, sealed: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url');
  const end = NONCE_BYTES + TAG_BYTES;
  try {
    const decipher = createDecipheriv(CIPHER, keyOf(secret), bytes.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(owner))
      .setAuthTag(bytes.subarray(NONCE_BYTES, end));
    return Buffer.concat([decipher.update(bytes.subarray(end)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}

const SECRET_BYTES = 20;
// The codes of the adjacent steps are accepted too, because phone clocks differ by seconds.
const WINDOW = 1;
const PERIOD_SECONDS = 30;

/** The account name that the app shows. */
interface Label {
  issuer: string;
  email: string;
}

const totpOf = (secret: Secret, { issuer, email }: Label = { issuer: '', email: '' }): TOTP =>
  new TOTP({ secret, issuer, label: email, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS });

/**
 * Start the setup of an authenticator app; it is valid after its first code. An earlier unfinished setup is
 * dropped.
 */
export async function startAuthenticator(
  client: ClientBase,
  person: { userId: string } & Label,
  { secret: sealWith, now }: { secret: string; now: Date },
): Promise<NewAuthenticator> {
  const { userId } = person;
  const secret = new Secret({ size: SECRET_BYTES });
  const id = ulid();
  await client.query('DELETE FROM second_factor WHERE user_id = $1 AND confirmed_at IS NULL', [userId]);
  await client.query(
    `INSERT INTO second_factor (id, user_id, kind, name, created_at, sealed_secret)
     VALUES ($1, $2, 'AUTHENTICATOR', 'Authenticator app', $3, $4)`,
    [id, userId, now, sealSecret(sealWith, userId, secret.base32)],
  );
  return { id, secret: secret.base32, uri: totpOf(secret, person).toString() };
}

interface SealedApp {
  id: string;
  sealed: string;
}

const READ = `SELECT id, sealed_secret AS sealed FROM second_factor
  WHERE user_id = $1 AND kind = 'AUTHENTICATOR' AND CASE WHEN $2::text IS NULL THEN confirmed_at IS NOT NULL
    ELSE id = $2 AND confirmed_at IS NULL END`;
const TAKE = `UPDATE second_factor SET last_step = $2, last_used_at = $3
  WHERE id = $1 AND (last_step IS NULL OR last_step < $2)`;

/**
 * Check a code of the person's apps, accepting each code once; false if it is invalid. `pending` names an app
 * whose setup is not finished.
 */
export async function takeAppCode(
  client: Pick<Pool, 'query'>,
  { userId, code, pending = null }: { userId: string; code: string; pending?: string | null },
  { secret: sealedWith, now }: { secret: string; now: Date },
): Promise<boolean> {
  const { rows } = await client.query<SealedApp>(READ, [userId, pending]);
  for (const { id, sealed } of rows) {
    const plainSecret = openSecret(sealedWith, userId, sealed);
    if (plainSecret === undefined) continue;
    const timestamp = now.getTime();
    const delta = totpOf(Secret.fromBase32(plainSecret)).validate({ token: code, timestamp, window: WINDOW });
    if (delta === null) continue;
    const step = Math.floor(timestamp / (PERIOD_SECONDS * 1_000)) + delta;
    const { rowCount } = await client.query(TAKE, [id, step, now]);
    if (rowCount === 1) return true;
  }
  return false;
}

/** Finish the setup of an app with its first code. */
export async function confirmAuthenticator(
  client: ClientBase,
  app: { userId: string; id: string; code: string; name: string },
  sealing: { secret: string; now: Date },
): Promise<void> {
  const { userId, id, code, name } = app;
  if (!(await takeAppCode(client, { userId, code, pending: id }, sealing))) {
    const message = 'That code does not match. Check the time on your phone and enter the code shown now.';
    throw new AppError('VALIDATION', message, [{ path: 'code', message }]);
  }
  await client.query('UPDATE second_factor SET confirmed_at = $2, name = $3 WHERE id = $1', [
    id,
    sealing.now,
    name,
  ]);
}
