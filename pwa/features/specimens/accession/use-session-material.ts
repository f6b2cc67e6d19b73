import { useMemo } from 'react';
import { protocol } from '#db/protocols/protocol.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import { useRows } from '#pwa/replica/hooks/use-query.ts';
import type { SessionMaterial } from './session-counts.ts';

const NONE: readonly string[] = [];

/** The specimens of a session's orders, live; undefined while they or the session load. */
export function useSessionMaterial(orderIds: readonly string[] | undefined): SessionMaterial | undefined {
  const specimens = useRows(specimen, { orderId: [...(orderIds ?? NONE)] });
  const protocols = useRows(protocol);
  return useMemo(() => {
    if (!orderIds || !specimens || !protocols) return undefined;
    const clinical = new Set(protocols.filter((one) => one.clinical).map(({ id }) => id));
    const isClinical = ({ protocolId }: Specimen): boolean => clinical.has(protocolId);
    return { specimens, clinicalIds: new Set(specimens.filter(isClinical).map(({ id }) => id)) };
  }, [orderIds, specimens, protocols]);
}
