import { AppError } from '#db/errors/app-error.ts';
import type { Replica } from '#pwa/replica/replica.ts';
import type { OperationResult } from '#pwa/replica/run-operation.ts';
import { createSigningKey, hasSigningKey, sign } from '#pwa/replica/signing-key.ts';
import { contentHash, type SessionContent } from './session-args.ts';

/** Makes this device able to sign for this person, once and online. */
async function prepareSigning(replica: Replica, pin: string): Promise<void> {
  const { side } = replica.store;
  if (await hasSigningKey(side)) return;
  const enrolment = await replica.enrolment();
  if (!enrolment || !replica.contact.value.online) {
    throw new AppError(
      'PIN_NOT_SET',
      'Connect this device and enter your PIN once; then you can sign offline.',
    );
  }
  await createSigningKey(side, replica.api, enrolment.deviceId, pin);
}

/** Signs the session with the PIN and hands it over as one act. */
export async function signSession(
  replica: Replica,
  content: SessionContent,
  pin: string,
): Promise<OperationResult> {
  await prepareSigning(replica, pin);
  const hash = await contentHash(content);
  const proof = await sign(replica.store.side, pin, hash);
  return replica.run('accession-shipment', {
    ...content,
    signature: { contentHash: hash, proof, meaning: 'Received by', printedName: replica.actor.name },
  });
}
