import { useCallback } from 'react';
import { findByCode, type ShownDocument } from '#pwa/replica/operations/read-view.ts';
import { useReplica } from './replica-context.tsx';

/**
 * Resolve a scanned or typed code to the documents that carry it; this includes aliases, plates and tracking
 * numbers.
 */
export function useLookup(): (code: string) => Promise<ShownDocument[]> {
  const replica = useReplica();
  return useCallback((code: string) => findByCode(replica, code), [replica]);
}
