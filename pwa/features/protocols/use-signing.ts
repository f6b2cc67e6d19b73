import { useState } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { recalculate } from '#db/protocols/recalculate.ts';
import { sectionContentHash } from '#db/protocols/section-content.ts';
import { loadSectionRun, valuesOf } from '#db/protocols/section-run.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useRunOperation } from '#pwa/replica/hooks/use-operation.ts';
import { useAskRules } from '#pwa/replica/hooks/use-rule-read.ts';
import { type SigningSecrets, signRecord } from '#pwa/replica/sign-record.ts';

/** Sign as the user who did the work, or as the second user who reviewed it. */
export type SigningKind = 'sign' | 'review';

const OPERATION = { sign: 'sign-section', review: 'review-section' } as const satisfies Record<
  SigningKind,
  string
>;

/** Sign the record of a section exactly as it is on this device at that moment. */
export function useSigning(assignedSectionId: string) {
  const replica = useReplica();
  const ask = useAskRules();
  const run = useRunOperation();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const signAs = async (kind: SigningKind, secrets: SigningSecrets): Promise<boolean> => {
    setBusy(true);
    setProblem(null);
    try {
      const now = await ask(async (tx, context) => {
        const record = await loadSectionRun(tx, context, assignedSectionId);
        if (kind === 'sign') await recalculate(tx, context, record);
        return record;
      });
      if (!now) throw new AppError('NOT_FOUND', MESSAGES.notFound);
      const { section } = now.running;
      const contentHash = await sectionContentHash(assignedSectionId, section, valuesOf(now), now.fields);
      const proofs = await signRecord(replica, secrets, contentHash);
      const result = await run(OPERATION[kind], { assignedSectionId, contentHash, ...proofs });
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
