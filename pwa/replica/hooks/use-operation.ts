import { useCallback } from 'react';
import type { RunOperation } from '#pwa/replica/operations/run-operation.ts';
import { useReplica } from './replica-context.tsx';

/** Return `run(name, args)`; a refused intent returns REJECTED with `queued` false. */
export function useRunOperation(): RunOperation {
  const replica = useReplica();
  return useCallback((name, args) => replica.run(name, args), [replica]);
}
