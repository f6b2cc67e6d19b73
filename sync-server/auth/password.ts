import { hash, verify } from '@node-rs/argon2';

// OWASP's first recommendation for argon2id: 19 MiB, two passes.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Costly hashing in one place, so that a test can count it: each sign-in attempt must cost the same. */
export const argon2 = { hash, verify };

/** Hash a password or PIN with Argon2id; salt and cost are part of the result. */
export const hashSecret = (secret: string): Promise<string> => argon2.hash(secret, COST);

// Verified if the account does not exist, so that time does not reveal known addresses. Created at the start,
// because the first unknown address must not take longer either.
const decoy: Promise<string> = hashSecret('a secret that nobody has');

/** Verify a secret; without a hash it takes as long and returns false. */
export async function verifySecret(hashed: string | null | undefined, secret: string): Promise<boolean> {
  const unknown = await decoy;
  const matches = await argon2.verify(hashed ?? unknown, secret);
  return matches && typeof hashed === 'string';
}
