import { createPublicKey, verify } from 'node:crypto';
import type { ClientBase } from 'pg';
import { z } from 'zod';

const PublicKey = z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string() });

function isSignedBy(publicKey: unknown, hash: string, proof: string): boolean {
  const jwk = PublicKey.safeParse(typeof publicKey === 'string' ? JSON.parse(publicKey) : publicKey);
  if (!jwk.success) return false;
  try {
    const key = createPublicKey({ key: jwk.data, format: 'jwk' });
    // WebCrypto writes the two numbers of a signature one after the other.
    return verify(
      'sha256',
      Buffer.from(hash),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(proof, 'base64'),
    );
  } catch {
    return false;
  }
}

/**
 * Checks an offline signature over a record's hash against the keys that the person registered on that device. A second
 * person signs with a key of their own membership, which is another device to the server: `deviceId` is null, and every
 * key counts that is not of a revoked device.
 */
export async function verifyProof(
  client: ClientBase,
  signer: { userId: string; deviceId: string | null },
  hash: string,
  proof: string,
): Promise<'OK' | 'FAILED'> {
  const { rows } = await client.query<{ public_key: unknown }>(
    `SELECT public_key FROM signing_key k WHERE user_id = $1 AND CASE WHEN $2::text IS NULL
       THEN NOT EXISTS (SELECT 1 FROM device d WHERE d.id = k.device_id AND device_revoked_at(d) IS NOT NULL) ELSE device_id = $2 END`,
    [signer.userId, signer.deviceId],
  );
  return rows.some(({ public_key }) => isSignedBy(public_key, hash, proof)) ? 'OK' : 'FAILED';
}
