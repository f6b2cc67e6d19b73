import { useState } from 'react';
import { ulid } from 'ulid';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import type { Person } from '#db/identity/person.ts';
import { disposeSamples } from '#db/samples/dispose-samples.ts';
import { endHash } from '#db/samples/second-person.ts';
import { sendSamplesToClient } from '#db/samples/send-samples-to-client.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { useCheckedOperation } from '#pwa/replica/hooks/use-checked-operation.ts';
import { useRuleRead } from '#pwa/replica/hooks/use-rule-read.ts';
import type { OperationResult } from '#pwa/replica/run-operation.ts';
import { connectionOf, reviewProof } from './second-person.ts';

/** The two operations by which samples leave the lab for good. */
export type EndKind = 'DISPOSE' | 'SEND';
const END = {
  DISPOSE: { operation: disposeSamples, place: 'DISPOSED' },
  SEND: { operation: sendSamplesToClient, place: 'SENT_TO_CLIENT' },
} as const;

/** The rule's result before any input: problems, and whether a second person must review. */
export interface EndPreview {
  problem: string | null;
  needsSecond: boolean;
}

const COLLECTIONS = ['samples', 'specimens', 'procedures', 'orders', 'batches', 'storage', 'people'] as const;

/** Run the operation's rule as if executed now without a second person; writes nothing. */
export function useEndPreview(kind: EndKind, sampleIds: readonly string[]): EndPreview | null | undefined {
  return useRuleRead(COLLECTIONS, `${kind}|${sampleIds.join(',')}`, async (tx, context) => {
    const args = { bulkId: ulid(), sampleIds: [...sampleIds], reason: 'Asked', ...NO_REVIEWER };
    try {
      await END[kind].operation.run(tx, args, context);
      return { problem: null, needsSecond: false };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return error.code === 'REVIEW_MISSING'
        ? { problem: null, needsSecond: true }
        : { problem: error.message, needsSecond: false };
    }
  });
}

const NO_REVIEWER = { reviewerUserId: null, reviewerProof: null };

/**
 * Execute the operation with the second person's signature over this operation, these samples and this
 * reason.
 */
export function useEnd(kind: EndKind) {
  const runOperation = useCheckedOperation();
  const replica = useReplica();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const finish = async (
    sampleIds: readonly string[],
    reason: string,
    second: { colleague: Person; pin: string } | null,
  ): Promise<OperationResult | null> => {
    setBusy(true);
    setProblem(null);
    try {
      const args = { bulkId: ulid(), sampleIds: [...sampleIds], reason };
      const hash = await endHash(END[kind].place, args);
      const review = second && {
        reviewerUserId: second.colleague.userId,
        reviewerProof: await reviewProof(second.colleague, second.pin, hash, await connectionOf(replica)),
      };
      const result = await runOperation(END[kind].operation.name, { ...args, ...(review ?? NO_REVIEWER) });
      if (result.outcome !== 'REJECTED') return result;
      setProblem(result.message ?? MESSAGES.unknownError);
    } catch (error) {
      setProblem(error instanceof AppError ? error.message : MESSAGES.unknownError);
    } finally {
      setBusy(false);
    }
    return null;
  };
  return { finish, busy, problem };
}
