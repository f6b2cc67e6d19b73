import { type ReactNode, useEffect, useState } from 'react';
import type { Session } from '#db/access/session.ts';
import { membershipKey, openedReplicaOf, replicaOf } from '#pwa/replica/session/membership-replica.ts';
import type { Replica } from '#pwa/replica/sync/replica.ts';
import { ReplicaProvider } from './replica-context.tsx';

type Opening = { of: string; replica: Replica } | { of: string; problem: string } | null;

/** Open the replica of the signed-in membership and provide it to child components. */
export function MembershipReplicaProvider(props: {
  session: Session;
  /** The name of this device in lists, for example "Zebra TC21, bench 3". */
  deviceName: string;
  opening: ReactNode;
  failed: (problem: string) => ReactNode;
  children: ReactNode;
}): ReactNode {
  const { session, deviceName } = props;
  const of = membershipKey(session);
  const [openedReplica, setOpened] = useState<Opening>(() => {
    const replica = openedReplicaOf(session);
    return replica && { of, replica };
  });
  useEffect(() => {
    let current = true;
    replicaOf(session, deviceName).then(
      (replica) => {
        if (current) setOpened({ of, replica });
      },
      () => {
        const problem = 'This browser could not open its local store. Free some space, then reload the page.';
        if (current) setOpened({ of, problem });
      },
    );
    return () => {
      current = false;
    };
  }, [session, of, deviceName]);
  // A reloaded session keeps its screens; another membership must not see those of the first.
  if (openedReplica?.of !== of) return props.opening;
  if ('problem' in openedReplica) return props.failed(openedReplica.problem);
  return <ReplicaProvider replica={openedReplica.replica}>{props.children}</ReplicaProvider>;
}
