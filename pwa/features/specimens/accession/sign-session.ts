import type { Replica } from '#pwa/replica/replica.ts';
import type { OperationResult } from '#pwa/replica/run-operation.ts';
import { type SigningSecrets, signRecord } from '#pwa/replica/sign-record.ts';
import { contentHash, type SessionContent } from './session-args.ts';

/** Sign the session and submit it as one operation. */
export async function signSession(
  replica: Replica,
  content: SessionContent,
  secrets: SigningSecrets,
): Promise<OperationResult> {
  const hash = await contentHash(content);
  const proofs = await signRecord(replica, secrets, hash);
  return replica.run('accession-shipment', {
    ...content,
    signature: { contentHash: hash, ...proofs },
  });
}
