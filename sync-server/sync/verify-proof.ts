import { createPublicKey, verify } from 'node:crypto';
import type { ClientBase } from 'pg';
import { z } from 'zod';

const PublicKey = z.object({ kty: z.literal('EC'), crv: z.literal('P-256'), x: z.string(), y: z.string() });

/** Verify that a device's private key signed this text. The proof is base64, as WebCrypto writes it. */
export function isSignedBy(publicKey: unknown, text: string, proof: string): boolean {
  const jwk = PublicKey.safeParse(typeof publicKey === 'string' ? JSON.parse(publicKey) : publicKey);
  if (!jwk.success) return false;
  try {
    const key = createPublicKey({ key: jwk.data, format: 'jwk' });
    // WebCrypto writes the two numbers of a signature one after the other.
    return verify(
      'sha256',
      Buffer.from(text),
      { key, dsaEncoding: 'ieee-p1363' },
      Buffer.from(proof, 'base64'),
    );
  } catch {
    return false;
  }
}

/** The signer, the device and the time of a signature. */
export interface ProofSigner {
  userId: string;
  /**
   * Null for a second person, who signs with a key of their own membership, which is another device to the
   * server.
   */
  deviceId: string | null;
  /** Time of the signature as the server interprets it. */
  at: string;
}

/**
 * Verify an offline signature of a record's hash with the keys that the person had at that time, on that
 * device or, for a second person, on any of theirs. A key counts until it ended or its device was revoked.
 */
export async function verifyProof(
  client: ClientBase,
  { userId, deviceId, at }: ProofSigner,
  hash: string,
  proof: string,
): Promise<'OK' | 'FAILED'> {
  const { rows } = await client.query<{ public_key: unknown }>(
    `SELECT k.public_key FROM signing_key k LEFT JOIN device d ON d.id = k.device_id
      WHERE k.user_id = $1 AND k.kind = 'PIN' AND ($2::text IS NULL OR k.device_id = $2)
        AND (k.ended_at IS NULL OR k.ended_at > $3)
        AND (d.id IS NULL OR device_revoked_at(d) IS NULL OR ($2::text IS NOT NULL AND device_revoked_at(d) > $3))`,
    [userId, deviceId, at],
  );
  return rows.some(({ public_key }) => isSignedBy(public_key, hash, proof)) ? 'OK' : 'FAILED';
}
