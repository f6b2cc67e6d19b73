import type { ReactNode } from 'react';
import { ROLE_LABELS } from '#db/access/role-labels.ts';
import { BATCH_STATUS_DISPLAY, BATCH_TYPE_FACTS, batch } from '#db/batches/batch.ts';
import { person } from '#db/identity/person.ts';
import { inventoryItem } from '#db/inventory/inventory-item.ts';
import { order } from '#db/ordering/orders/order.ts';
import { ORDER_STATUS } from '#db/ordering/orders/order-status.ts';
import { company } from '#db/organizations/company.ts';
import { SAMPLE_KIND, SAMPLE_STATUS, sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { SPECIMEN_TYPE } from '#db/specimens/specimen-material.ts';
import { SPECIMEN_STATUS } from '#db/specimens/specimen-status.ts';
import { STORAGE_TYPE } from '#db/storage/storage-management.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { humanize, orderTitle } from '#pwa/format/names.ts';
import { useRow } from '#pwa/replica/hooks/use-document.ts';
import { usePeopleNames, usePlaces, useSampleCounts } from '#pwa/replica/hooks/use-places.ts';
import { useRows } from '#pwa/replica/hooks/use-query.ts';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { Time } from '#pwa/ui/time.tsx';

interface CardProps {
  number: string;
  status?: ReactNode;
  facts: readonly { name: string; value: ReactNode }[];
}

function Card({ number, status, facts }: CardProps) {
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-semibold">{number}</span>
        {status}
      </p>
      <KeyValues items={facts.filter(({ value }) => value !== null && value !== '')} />
    </div>
  );
}

const withUnit = (value: string | null, unit: string): string => (value === null ? '' : `${value} ${unit}`);

/** A record that is read, or is not on this device. */
function Loaded<R>({ row, children }: { row: R | null | undefined; children(row: R): ReactNode }) {
  if (row === undefined) return <Skeleton lines={2} label="Loading" />;
  return row === null ? <p className="text-ink-soft">Not on this device.</p> : children(row);
}

function SampleCard({ id }: { id: string }) {
  const row = useRow(sample, id);
  const places = usePlaces();
  return (
    <Loaded row={row}>
      {(one) => (
        <Card
          number={one.barcode}
          status={<StatusBadge display={SAMPLE_STATUS[one.status]} />}
          facts={[
            { name: 'Kind', value: SAMPLE_KIND[one.sampleKind] },
            { name: 'Volume left', value: withUnit(one.remainingVolume, 'µL') },
            { name: 'Concentration', value: withUnit(one.extractedConcentration, 'ng/µL') },
            { name: 'Location', value: places?.text(one.storageLocationId, one.storagePosition) ?? '' },
          ]}
        />
      )}
    </Loaded>
  );
}

function SpecimenCard({ id }: { id: string }) {
  return (
    <Loaded row={useRow(specimen, id)}>
      {(one) => (
        <Card
          number={one.julianId ?? one.requisitionNumber}
          status={<StatusBadge display={SPECIMEN_STATUS[one.status]} />}
          facts={[
            { name: 'Requisition', value: one.requisitionNumber },
            { name: 'Type', value: SPECIMEN_TYPE[one.providedSpecimenType] },
            { name: 'Received', value: <Time value={one.receivedAt} /> },
          ]}
        />
      )}
    </Loaded>
  );
}

function BatchCard({ id }: { id: string }) {
  const nameOf = usePeopleNames();
  return (
    <Loaded row={useRow(batch, id)}>
      {(one) => (
        <Card
          number={`${one.julianId} ${one.name}`}
          status={<StatusBadge display={BATCH_STATUS_DISPLAY[one.status]} />}
          facts={[
            { name: 'Type', value: BATCH_TYPE_FACTS[one.type].label },
            { name: 'Lab day', value: formatDate(one.labDay) },
            {
              name: 'Assigned to',
              value: one.assignedUserId === null ? 'Anybody' : nameOf(one.assignedUserId),
            },
          ]}
        />
      )}
    </Loaded>
  );
}

function OrderCard({ id }: { id: string }) {
  const row = useRow(order, id);
  const customer = useRow(company, row?.companyId ?? null);
  return (
    <Loaded row={row}>
      {(one) => (
        <Card
          number={orderTitle(one)}
          status={<StatusBadge display={ORDER_STATUS[one.status]} />}
          facts={[
            { name: 'Organization', value: customer?.name ?? '' },
            { name: 'Submitted', value: <Time value={one.submittedAt} /> },
            { name: 'Received', value: <Time value={one.receivedAt} /> },
          ]}
        />
      )}
    </Loaded>
  );
}

function PlaceCard({ id }: { id: string }) {
  const places = usePlaces();
  const counts = useSampleCounts([id]);
  return (
    <Loaded row={places === undefined ? undefined : (places.byId.get(id) ?? null)}>
      {(one) => (
        <Card
          number={one.name}
          facts={[
            { name: 'Kind', value: STORAGE_TYPE[one.type].label },
            { name: 'In', value: places?.text(one.parentId, one.positionInParent) ?? '' },
            { name: 'Temperature', value: withUnit(one.temperature, '°C') },
            { name: 'Samples', value: String(counts?.get(id) ?? 0) },
          ]}
        />
      )}
    </Loaded>
  );
}

function LotCard({ id }: { id: string }) {
  return (
    <Loaded row={useRow(inventoryItem, id)}>
      {(one) => (
        <Card
          number={one.lotNumber ?? one.barcode ?? ''}
          facts={[
            { name: 'Left', value: one.remaining },
            { name: 'Expires', value: <Time value={one.expirationDate} /> },
            { name: 'Quarantined', value: one.quarantined ? 'Yes' : '' },
          ]}
        />
      )}
    </Loaded>
  );
}

function OrganizationCard({ id }: { id: string }) {
  return (
    <Loaded row={useRow(company, id)}>
      {(one) => <Card number={one.name} facts={[{ name: 'Status', value: humanize(one.status) }]} />}
    </Loaded>
  );
}

function PersonCard({ id }: { id: string }) {
  const people = useRows(person, { userId: id });
  return (
    <Loaded row={people === undefined ? undefined : (people[0] ?? null)}>
      {(one) => (
        <Card
          number={one.name}
          facts={[{ name: 'Role', value: ROLE_LABELS[one.role].verbose }]}
          status={one.deactivated ? 'No longer works here' : undefined}
        />
      )}
    </Loaded>
  );
}

const CARDS = {
  sample: SampleCard,
  specimen: SpecimenCard,
  batch: BatchCard,
  order: OrderCard,
  place: PlaceCard,
  lot: LotCard,
  organization: OrganizationCard,
  person: PersonCard,
} as const;

/** The kinds of records that have a card. */
export type CardKind = keyof typeof CARDS;

/** What this device knows of a record, for the card of a link. */
export function RecordCard({ kind, id }: { kind: CardKind; id: string }) {
  const Card = CARDS[kind];
  return <Card id={id} />;
}
