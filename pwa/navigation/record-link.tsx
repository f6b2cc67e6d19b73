import type { ReactNode } from 'react';
import { useReplicaIfAny } from '#pwa/replica/hooks/replica-context.tsx';
import { HoverCard } from '#pwa/ui/hover-card.tsx';
import { lazyComponent } from '#pwa/ui/lazy-component.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import type { CardKind } from './record-card.tsx';

const RecordCard = lazyComponent(
  async () => (await import('./record-card.tsx')).RecordCard,
  () => <Skeleton lines={2} label="Loading" />,
);

interface WithRecordCardProps {
  kind: CardKind;
  id: string;
  /** The number or name of the record. */
  name: string;
  /** The link to the record. */
  children: ReactNode;
}

/** A link with the card of its record; without a replica it is the link alone. */
export function WithRecordCard({ kind, id, name, children }: WithRecordCardProps) {
  const replica = useReplicaIfAny();
  if (!replica) return children;
  return (
    <HoverCard label={`About ${name}`} content={() => <RecordCard kind={kind} id={id} />}>
      {children}
    </HoverCard>
  );
}
