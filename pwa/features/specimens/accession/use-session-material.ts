import { useMemo } from 'react';
import { protocol } from '#db/protocols/protocol.ts';
import { type Specimen, specimen } from '#db/specimens/specimen.ts';
import { useRows } from '#pwa/replica/hooks/use-query.ts';
import type { SessionMaterial } from './session-counts.ts';

/** The specimens of a session's orders, live; undefined while they are read. */
export function useSessionMaterial(orderIds: readonly string[]): SessionMaterial | undefined {
  const specimens = useRows(specimen, { orderId: [...orderIds] });
  const protocols = useRows(protocol);
  return useMemo(() => {
    if (!specimens || !protocols) return undefined;
    const clinical = new Set(protocols.filter((one) => one.clinical).map(({ id }) => id));
    const isClinical = ({ protocolId }: Specimen): boolean => clinical.has(protocolId);
    return { specimens, clinicalIds: new Set(specimens.filter(isClinical).map(({ id }) => id)) };
  }, [specimens, protocols]);
}
