import { createContext, type ReactNode, useContext } from 'react';
import { ROLE_LABELS } from '#db/access/role-labels.ts';
import { BATCH_STATUS_DISPLAY, BATCH_TYPE_FACTS, batch } from '#db/batches/batch.ts';
import { person } from '#db/identity/person.ts';
import { INVENTORY_ITEM_STATUS, inventoryItem } from '#db/inventory/inventory-item.ts';
import { inventoryType } from '#db/inventory/inventory-type.ts';
import { effectiveExpiration, lotName } from '#db/inventory/lot-problem.ts';
import { measurementUnit } from '#db/inventory/measurement-unit.ts';
import { order } from '#db/ordering/orders/order.ts';
import { ORDER_STATUS } from '#db/ordering/orders/order-status.ts';
import { COMPANY_STATUS, company } from '#db/organizations/company.ts';
import { COMPANY_TYPE } from '#db/organizations/company-type.ts';
import { SAMPLE_KIND, SAMPLE_STATUS, sample } from '#db/samples/sample.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { SPECIMEN_TYPE } from '#db/specimens/specimen-material.ts';
import { SPECIMEN_STATUS } from '#db/specimens/specimen-status.ts';
import { STORAGE_TYPE } from '#db/storage/storage-management.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { orderTitle } from '#pwa/format/names.ts';
import { useRow } from '#pwa/replica/hooks/use-document.ts';
import { useLabTimezone } from '#pwa/replica/hooks/use-lab-timezone.ts';
import { usePeopleNames, usePlaces, useSampleCounts } from '#pwa/replica/hooks/use-places.ts';
import { useRows } from '#pwa/replica/hooks/use-query.ts';
import { StatusBadge, ToneBadge } from '#pwa/ui/badge.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { Time } from '#pwa/ui/time.tsx';
import { CardFacts } from './card-facts.tsx';

const withUnit = (value: string | null, unit: string): string => (value === null ? '' : `${value} ${unit}`);

/** Shown for a record that is not on this device; null says so. */
const FallbackCard = createContext<ReactNode>(null);

/** A record that is read, or is not on this device. */
function Loaded<R>({ row, children }: { row: R | null | undefined; children(row: R): ReactNode }) {
  const fallback = useContext(FallbackCard);
  if (row === undefined) return <Skeleton lines={2} label="Loading" />;
  return row === null ? (fallback ?? <p className="text-ink-soft">Not on this device.</p>) : children(row);
}

function SampleCard({ id }: { id: string }) {
  const row = useRow(sample, id);
  const places = usePlaces();
  return (
    <Loaded row={row}>
      {(one) => (
        <CardFacts
          title={one.barcode}
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
        <CardFacts
          title={one.julianId ?? one.requisitionNumber}
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
        <CardFacts
          title={`${one.julianId} ${one.name}`}
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
        <CardFacts
          title={orderTitle(one)}
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
        <CardFacts
          title={one.name}
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
  const row = useRow(inventoryItem, id);
  const type = useRow(inventoryType, row?.inventoryTypeId ?? null);
  const unit = useRow(measurementUnit, type?.measurementUnitId ?? null);
  const places = usePlaces();
  const timezone = useLabTimezone();
  return (
    <Loaded row={row}>
      {(one) => (
        <CardFacts
          title={lotName(one)}
          status={
            one.quarantined ? (
              <ToneBadge tone="danger" label="Quarantined" />
            ) : (
              <StatusBadge display={INVENTORY_ITEM_STATUS[one.status]} />
            )
          }
          facts={[
            { name: 'Item', value: type?.name ?? '' },
            { name: 'Left', value: withUnit(one.remaining ?? one.quantity, unit?.symbol ?? '') },
            { name: 'Expires', value: type ? formatDate(effectiveExpiration(one, type, timezone)) : '' },
            { name: 'Location', value: places?.text(one.storageLocationId) ?? '' },
          ]}
        />
      )}
    </Loaded>
  );
}

function OrganizationCard({ id }: { id: string }) {
  const row = useRow(company, id);
  const parent = useRow(company, row?.parentCompanyId ?? null);
  return (
    <Loaded row={row}>
      {(one) => (
        <CardFacts
          title={one.name}
          status={<StatusBadge display={COMPANY_STATUS[one.status]} />}
          facts={[
            { name: 'Type', value: COMPANY_TYPE[one.type] },
            { name: 'Part of', value: parent?.name ?? '' },
            { name: 'Hold reason', value: one.holdReason, wide: true },
          ]}
        />
      )}
    </Loaded>
  );
}

function PersonCard({ id }: { id: string }) {
  const people = useRows(person, { userId: id });
  const employer = useRow(company, people?.[0]?.companyId ?? null);
  return (
    <Loaded row={people === undefined ? undefined : (people[0] ?? null)}>
      {(one) => (
        <CardFacts
          title={one.name}
          status={one.deactivated && <ToneBadge tone="neutral" label="Deactivated" />}
          facts={[
            { name: 'Role', value: ROLE_LABELS[one.role].verbose },
            { name: 'Organization', value: employer?.name ?? '' },
          ]}
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

interface RecordCardProps {
  kind: CardKind;
  id: string;
  /** Shown for a record that is not on this device; null says so. */
  fallback: ReactNode;
}

/** What this device knows of a record, for the card of a link. */
export function RecordCard({ kind, id, fallback }: RecordCardProps) {
  const Card = CARDS[kind];
  return (
    <FallbackCard value={fallback}>
      <Card id={id} />
    </FallbackCard>
  );
}
