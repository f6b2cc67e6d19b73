import { useCallback } from 'react';
import type { OperationResult } from '../run-operation.ts';
import { useReplica } from './replica-context.tsx';

/** Does an act of the lab: `run(name, args)`. A refusal of an intent comes back as REJECTED with `queued` false. */
export function useRunOperation(): (name: string, args: Record<string, unknown>) => Promise<OperationResult> {
  const replica = useReplica();
  return useCallback((name: string, args: Record<string, unknown>) => replica.run(name, args), [replica]);
}
