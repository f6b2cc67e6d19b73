import { useCallback } from 'react';
import { findByCode, type ShownDocument } from '../read-view.ts';
import { useReplica } from './replica-context.tsx';

/** Resolves a scanned or typed code to the documents that carry it: aliases, plates, tracking numbers too. */
export function useLookup(): (code: string) => Promise<ShownDocument[]> {
  const replica = useReplica();
  return useCallback((code: string) => findByCode(replica, code), [replica]);
}
