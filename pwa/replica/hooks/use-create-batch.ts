import { useState } from 'react';
import { ulid } from 'ulid';
import { may } from '#db/access/grants.ts';
import { createBatch, createResearchBatch } from '#db/api/batches.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { call } from '#pwa/api/call.ts';
import { useReplica } from './replica-context.tsx';

/** The fields of a new batch. */
export interface NewBatch {
  name: string;
  procedureId: string;
  /** The assigned user; null when anybody may work on it. */
  assignedUserId: string | null;
  research: boolean;
  /** The batch that was reset and that this batch repeats. */
  sourceBatchId?: string;
}

/** Create batches; online only, because the server assigns their numbers. */
export function useCreateBatch(onCreated: (batchId: string) => Promise<void> | void) {
  const replica = useReplica();
  const { role } = replica.actor;
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const create = async (newBatch: NewBatch): Promise<void> => {
    setBusy(true);
    setProblem(null);
    const batchId = ulid();
    try {
      const body = { ...newBatch, name: newBatch.name.trim(), batchId };
      // Research assistants create research batches only, through a separate family.
      await call(may(role, 'lab/batches:create') ? createBatch : createResearchBatch, { body });
      replica.loop.wake();
      await onCreated(batchId);
    } catch (error) {
      setProblem(error instanceof AppError ? error.message : MESSAGES.unknownError);
      setBusy(false);
    }
  };
  return { create, busy, problem };
}
