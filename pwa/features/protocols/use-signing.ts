import { useState } from 'react';
import { z } from 'zod';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { sectionContentHash } from '#db/protocols/section-content.ts';
import { loadSectionRun, valuesOf } from '#db/protocols/section-run.ts';
import { callApi } from '#pwa/api/client.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useRunOperation } from '#pwa/replica/hooks/use-operation.ts';
import { useAskRules } from '#pwa/replica/hooks/use-rule-read.ts';
import type { Replica } from '#pwa/replica/replica.ts';
import { createSigningKey, hasSigningKey, sign, unlockSigning } from '#pwa/replica/signing-key.ts';

/** Signing as the one who did the work, or as the other person who looked at it. */
export type SigningKind = 'sign' | 'review';

const MEANING: Record<SigningKind, string> = { sign: 'Performed by', review: 'Reviewed by' };
const OPERATION: Record<SigningKind, string> = { sign: 'sign-section', review: 'review-section' };
const Checked = z.object({ ok: z.literal(true) });

/** The proof for a hash: made on this device; the first time the PIN makes the key, and online it opens a locked one. */
async function proofOf(replica: Replica, pin: string, hash: string): Promise<string> {
  const { side } = replica.store;
  if (!(await hasSigningKey(side))) {
    const enrolment = await replica.enrolment();
    if (!enrolment)
      throw new AppError(
        'CONFLICT',
        'Connect this device and enter your PIN once; then you can sign offline.',
      );
    await createSigningKey(side, replica.api, enrolment.deviceId, pin);
  }
  try {
    return await sign(side, pin, hash);
  } catch (error) {
    const locked = error instanceof AppError && error.code === 'PIN_LOCKED';
    if (!locked || !navigator.onLine) throw error;
    await callApi({ path: '/api/auth/pin', method: 'POST', data: { pin }, answer: Checked });
    await unlockSigning(side);
    return sign(side, pin, hash);
  }
}

/** Signs the record of a section exactly as it stands on this device at that moment. */
export function useSigning(assignedSectionId: string) {
  const replica = useReplica();
  const ask = useAskRules();
  const run = useRunOperation();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const signAs = async (kind: SigningKind, pin: string): Promise<boolean> => {
    setBusy(true);
    setProblem(null);
    try {
      const now = await ask((tx, context) => loadSectionRun(tx, context, assignedSectionId));
      if (!now) throw new AppError('NOT_FOUND', MESSAGES.notFound);
      const { section } = now.running;
      const contentHash = await sectionContentHash(assignedSectionId, section, valuesOf(now), now.fields);
      const proof = await proofOf(replica, pin, contentHash);
      const { name } = replica.actor;
      const args = { assignedSectionId, contentHash, proof, printedName: name, meaning: MEANING[kind] };
      const result = await run(OPERATION[kind], args);
      if (result.outcome === 'REJECTED')
        throw new AppError('CONFLICT', result.message ?? MESSAGES.unknownError);
      return true;
    } catch (error) {
      setProblem(error instanceof AppError ? error.message : MESSAGES.unknownError);
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { signAs, busy, problem, clear: () => setProblem(null) };
}
