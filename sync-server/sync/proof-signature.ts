import { createPublicKey, verify } from 'node:crypto';
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
