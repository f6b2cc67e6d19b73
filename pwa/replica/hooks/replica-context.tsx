import { createContext, type ReactNode, useContext } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';

const ReplicaContext = createContext<Replica | null>(null);

/** Provide the replica of the signed-in membership to child components. */
export function ReplicaProvider({ replica, children }: { replica: Replica; children: ReactNode }) {
  return <ReplicaContext value={replica}>{children}</ReplicaContext>;
}

/** Return the replica of the signed-in membership. Throws on a bench screen outside its provider. */
export function useReplica(): Replica {
  const replica = useContext(ReplicaContext);
  if (!replica)
    throw new AppError('INTERNAL', 'This page needs the local replica; put it below ReplicaProvider.');
  return replica;
}

/** Return the replica, or null on pages that users without a bench also see. */
export const useReplicaIfAny = (): Replica | null => useContext(ReplicaContext);
