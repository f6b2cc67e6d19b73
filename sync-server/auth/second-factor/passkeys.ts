import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Request } from 'express';
import type { ClientBase, Pool } from 'pg';
import { ulid } from 'ulid';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import type { NewPasskey, PasskeyAssertion } from '#db/identity/second-factor.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { hostName, isServedOverHttps } from '#sync-server/config/entity-addresses.ts';
import type { Env } from '#sync-server/config/env.ts';

const MINUTES = 5;

/** The site of a passkey: its host, and its origin as the browser names it. */
export interface PasskeySite {
  id: string;
  origin: string;
}

/** Return the site of a request with a known host; the settings decide whether it is served over https. */
export function siteOf(env: Env, entity: BusinessEntity, request: Request): PasskeySite {
  const host = request.get('host') ?? '';
  return { id: hostName(host), origin: `${isServedOverHttps(env, entity) ? 'https' : 'http'}://${host}` };
}

type Purpose = 'ADD' | 'PROVE';

async function storeChallenge(
  client: Pick<Pool, 'query'>,
  { sessionId, purpose }: { sessionId: string; purpose: Purpose },
  challenge: string,
  now: Date,
): Promise<void> {
  await client.query('DELETE FROM passkey_challenge WHERE expires_at < $1', [now]);
  await client.query(
    `INSERT INTO passkey_challenge (session_id, purpose, challenge, expires_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (session_id, purpose) DO UPDATE SET challenge = excluded.challenge, expires_at = excluded.expires_at`,
    [sessionId, purpose, challenge, new Date(now.getTime() + MINUTES * 60_000)],
  );
}

/** Consume a challenge: it is valid for one answer, also a wrong one. */
async function takeChallenge(
  client: Pick<Pool, 'query'>,
  { sessionId, purpose }: { sessionId: string; purpose: Purpose },
  now: Date,
): Promise<string | undefined> {
  const { rows } = await client.query<{ challenge: string; fresh: boolean }>(
    'DELETE FROM passkey_challenge WHERE session_id = $1 AND purpose = $2 RETURNING challenge, expires_at > $3 AS fresh',
    [sessionId, purpose, now],
  );
  return rows[0]?.fresh ? rows[0].challenge : undefined;
}

const Transports = z.array(
  z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']).catch('internal'),
);

interface StoredPasskey {
  credentialId: string;
  publicKey: string;
  counter: string;
  transports: string[] | null;
}

const OWN = `SELECT credential_id AS "credentialId", public_key AS "publicKey", counter::text, transports FROM second_factor
  WHERE user_id = $1 AND kind = 'PASSKEY' AND rp_id = $2 AND confirmed_at IS NOT NULL`;

async function passkeysOf(client: Pick<Pool, 'query'>, userId: string, site: PasskeySite) {
  return (await client.query<StoredPasskey>(OWN, [userId, site.id])).rows;
}

const transportsOf = ({ transports }: { transports: string[] | null }) => Transports.parse(transports ?? []);

/** The owner and request of a new passkey. */
export interface PasskeyOwner {
  userId: string;
  email: string;
  name: string;
  sessionId: string;
}

/** Start to add a passkey: return the options for the browser. */
export async function startPasskey(
  client: Pick<Pool, 'query'>,
  owner: PasskeyOwner,
  { site, issuer, now }: { site: PasskeySite; issuer: string; now: Date },
) {
  const known = await passkeysOf(client, owner.userId, site);
  const options = await generateRegistrationOptions({
    rpName: issuer,
    rpID: site.id,
    userID: new TextEncoder().encode(owner.userId),
    userName: owner.email,
    userDisplayName: owner.name,
    attestationType: 'none',
    excludeCredentials: known.map((key) => ({ id: key.credentialId, transports: transportsOf(key) })),
    authenticatorSelection: { residentKey: 'discouraged', userVerification: 'preferred' },
  });
  await storeChallenge(client, { sessionId: owner.sessionId, purpose: 'ADD' }, options.challenge, now);
  return options;
}

const notAdded = () => new AppError('VALIDATION', 'The passkey was not added. Try again.');

/**
 * Verify a passkey that the browser created for this session's challenge; the result stores it in a
 * transaction.
 */
export async function confirmPasskey(
  pool: Pool,
  owner: PasskeyOwner,
  passkey: z.infer<typeof NewPasskey>,
  { site, now }: { site: PasskeySite; now: Date },
): Promise<{ store(client: ClientBase, name: string): Promise<void> }> {
  const expectedChallenge = await takeChallenge(pool, { sessionId: owner.sessionId, purpose: 'ADD' }, now);
  if (expectedChallenge === undefined) throw notAdded();
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    // The marked edge: parsed by our schema; the library's own types name more of the same fields.
    response: passkey as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: false,
  }).catch(() => ({ verified: false as const, registrationInfo: undefined }));
  if (!verified) throw notAdded();
  const { id, publicKey, counter } = registrationInfo.credential;
  const store = async (client: ClientBase, name: string): Promise<void> => {
    const { rowCount } = await client.query(
      `INSERT INTO second_factor (id, user_id, kind, name, created_at, confirmed_at, credential_id, public_key, counter, transports, rp_id)
     VALUES ($1, $2, 'PASSKEY', $3, $4, $4, $5, $6, $7, $8, $9) ON CONFLICT (credential_id) DO NOTHING`,
      [
        ulid(),
        owner.userId,
        name,
        now,
        id,
        Buffer.from(publicKey).toString('base64url'),
        counter,
        passkey.response.transports ?? [],
        site.id,
      ],
    );
    if (rowCount === 0) throw new AppError('CONFLICT', 'This passkey is in use already. Use another one.');
  };
  return { store };
}

/** Request one of the person's passkeys: return the options for the browser. */
export async function requestPasskey(
  client: Pick<Pool, 'query'>,
  { userId, sessionId }: Pick<PasskeyOwner, 'userId' | 'sessionId'>,
  { site, now }: { site: PasskeySite; now: Date },
) {
  const known = await passkeysOf(client, userId, site);
  const options = await generateAuthenticationOptions({
    rpID: site.id,
    allowCredentials: known.map((key) => ({ id: key.credentialId, transports: transportsOf(key) })),
    userVerification: 'preferred',
  });
  await storeChallenge(client, { sessionId, purpose: 'PROVE' }, options.challenge, now);
  return options;
}

const UPDATE_COUNTER = `UPDATE second_factor SET counter = $3, last_used_at = $4
  WHERE user_id = $1 AND credential_id = $2 AND (counter < $3 OR (counter = 0 AND $3 = 0))`;

/** Verify a passkey's signature of this session's challenge; false if it is invalid. */
export async function takePasskey(
  client: Pick<Pool, 'query'>,
  { userId, sessionId }: Pick<PasskeyOwner, 'userId' | 'sessionId'>,
  assertion: z.infer<typeof PasskeyAssertion>,
  { site, now }: { site: PasskeySite; now: Date },
): Promise<boolean> {
  const expectedChallenge = await takeChallenge(client, { sessionId, purpose: 'PROVE' }, now);
  const known = await passkeysOf(client, userId, site);
  const key = known.find(({ credentialId }) => credentialId === assertion.id);
  if (!key || expectedChallenge === undefined) return false;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    // The marked edge: parsed by our schema; the library's own types name more of the same fields.
    response: assertion as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
    expectedChallenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: false,
    credential: {
      id: key.credentialId,
      publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64url')),
      counter: Number(key.counter),
      transports: transportsOf(key),
    },
  }).catch(() => ({ verified: false, authenticationInfo: undefined }));
  if (!verified || !authenticationInfo) return false;
  const values = [userId, key.credentialId, authenticationInfo.newCounter, now];
  return (await client.query(UPDATE_COUNTER, values)).rowCount === 1;
}
