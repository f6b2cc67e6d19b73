import { createContext, type ReactNode, useContext } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import type { Replica } from '../replica.ts';

const ReplicaContext = createContext<Replica | null>(null);

/** Gives the screens below the replica of the signed-in membership. */
export function ReplicaProvider({ replica, children }: { replica: Replica; children: ReactNode }) {
  return <ReplicaContext value={replica}>{children}</ReplicaContext>;
}

/** The replica of the signed-in membership; a bench screen outside its provider is a mistake. */
export function useReplica(): Replica {
  const replica = useContext(ReplicaContext);
  if (!replica)
    throw new AppError('INTERNAL', 'This page needs the local replica; put it below ReplicaProvider.');
  return replica;
}

/** The replica, or null on pages that also people without a bench see. */
export const useReplicaIfAny = (): Replica | null => useContext(ReplicaContext);
