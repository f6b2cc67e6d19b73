import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { Sample } from '#db/samples/sample.ts';
import { holdsPositions } from '#db/storage/storage-management.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { WithRecordCard } from '#pwa/navigation/record-link.tsx';
import { type Places, useSamplesIn } from '#pwa/replica/hooks/use-places.ts';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { BoxPicture } from '#pwa/ui/plate/box-picture.tsx';
import { useNow } from '#pwa/ui/use-now.ts';
import { isOverdue } from './custody/due-hours.ts';
import { leftLabMessage } from './placing/scan-messages.ts';

interface SamplePlaceProps {
  row: Sample;
  places: Places;
  nameOf(userId: string | null): string;
}

/** Location of the tube: the path, the custodian, and the picture of its box. */
export function SamplePlace({ row, places, nameOf }: SamplePlaceProps) {
  const now = useNow();
  const path = places.path(row.storageLocationId);
  const leftLabText = leftLabMessage(row, places);
  return (
    <Section title="Place">
      <div className="flex flex-col gap-3">
        {path.length === 0 ? (
          <p>
            {row.status === 'SUPPLEMENTAL'
              ? 'No location until the aliquot is taken.'
              : 'No location is recorded. Move the sample to one.'}
          </p>
        ) : (
          <ol aria-label="Path" className="flex flex-wrap items-center gap-x-1.5 gap-y-1">
            {path.map((place, at) => (
              <li key={place.id} className="flex items-center gap-1.5">
                {at > 0 && <span aria-hidden>/</span>}
                <WithRecordCard kind="place" id={place.id} name={place.name}>
                  <Link
                    to="/lab/inventory/storage-management/$id"
                    params={{ id: place.id }}
                    className="inline-flex min-h-6 items-center text-accent-ink underline underline-offset-2"
                  >
                    {place.name}
                  </Link>
                </WithRecordCard>
              </li>
            ))}
            {row.storagePosition && (
              <li className="font-bold text-lg">
                <span aria-hidden>/ </span>
                {row.storagePosition}
              </li>
            )}
          </ol>
        )}
        {leftLabText !== null && <Notice tone="neutral" title={leftLabText} />}
        {row.custodianUserId !== null && (
          <Notice
            tone={isOverdue(row, now) ? 'danger' : 'info'}
            title={`Checked out to ${nameOf(row.custodianUserId)} since ${formatDate(row.checkedOutAt, 'shortAtTime')}`}
          >
            <p>{row.storagePosition ? `Position ${row.storagePosition} stays reserved.` : null}</p>
            {isOverdue(row, now) && <ToneBadge tone="danger" label="Overdue" />}
          </Notice>
        )}
        <PictureOfBox row={row} places={places} nameOf={nameOf} />
      </div>
    </Section>
  );
}

function PictureOfBox({ row, places, nameOf }: SamplePlaceProps) {
  const samples = useSamplesIn(row.storageLocationId);
  const formatters = useMemo(
    () => ({ nameOf, timeOf: (at: string | null) => formatDate(at, 'shortAtTime') }),
    [nameOf],
  );
  const box = row.storageLocationId === null ? undefined : places.byId.get(row.storageLocationId);
  if (!box || !holdsPositions(box.type) || row.storagePosition === null) return null;
  return (
    <BoxPicture
      name={box.name}
      rows={box.rows ?? 1}
      columns={box.columns ?? 1}
      samples={samples ?? []}
      slotTexts={formatters}
      highlighted={new Set([row.storagePosition])}
    />
  );
}
