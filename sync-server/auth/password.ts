import { hash, verify } from '@node-rs/argon2';

// OWASP's first choice for argon2id: 19 MiB, two passes.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** The costly work in one place, so that a test can count it: each answer to a sign-in must cost the same. */
export const argon2 = { hash, verify };

/** Argon2id hash of a password or PIN, with its salt and cost inside. */
export const hashSecret = (secret: string): Promise<string> => argon2.hash(secret, COST);

// Verified when there is no such account, so that time does not tell which e-mails exist. Made at the start: the first
// unknown address must not take longer either.
const decoy: Promise<string> = hashSecret('a secret that nobody has');

/** True when the secret is the hashed one; without a hash it takes as long and is false. */
export async function verifySecret(hashed: string | null | undefined, secret: string): Promise<boolean> {
  const unknown = await decoy;
  const matches = await argon2.verify(hashed ?? unknown, secret);
  return matches && typeof hashed === 'string';
}
