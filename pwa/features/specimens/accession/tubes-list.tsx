import { TestTubes } from 'lucide-react';
import { useMemo, useState } from 'react';
import { DISCREPANCY_TYPE } from '#db/specimens/discrepancies/discrepancy.ts';
import type { Specimen } from '#db/specimens/specimen.ts';
import { knownRecordNumber } from '#db/specimens/specimen-record-number.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { EntityBadge } from '#pwa/ui/entity-badge.tsx';
import type { Column } from '#pwa/ui/list/column.ts';
import { DataList } from '#pwa/ui/list/data-list.tsx';
import { awaitsIdentifier } from './session-counts.ts';
import type { TubeDraft } from './session-draft.ts';

/** State of a scanned tube, the most urgent first. */
function TubeState({
  tube,
  mrn,
  clinical,
}: {
  tube: TubeDraft;
  /** The second identifier of the tube's specimen, if one was given. */
  mrn: string | null;
  clinical: ReadonlySet<string>;
}) {
  if (tube.specimenId === null) return <ToneBadge tone="hold" label="Unexpected" />;
  if (tube.condition !== 'NONE') return <ToneBadge tone="danger" label={DISCREPANCY_TYPE[tube.condition]} />;
  if (tube.secondIdentifier === false) return <ToneBadge tone="danger" label="Wrong label" />;
  if (awaitsIdentifier(tube, clinical))
    return mrn ? (
      <ToneBadge tone="warning" label="Compare MRN" />
    ) : (
      <ToneBadge tone="danger" label="No MRN given" />
    );
  return <ToneBadge tone="success" label="Received" />;
}

/** Label state: printed and scanned back, or still open. */
function LabelState({ tube }: { tube: TubeDraft }) {
  if (tube.labelChecked) return <ToneBadge tone="success" label="Checked" />;
  if (tube.labelPrinted) return <ToneBadge tone="info" label="Scan it back" />;
  return <ToneBadge tone="neutral" label="Not printed" />;
}

/** Page size that keeps large sessions fast; the newest tubes are on the first page. */
const PAGE = 12;

interface NumberedTube extends TubeDraft {
  n: number;
  name: string;
  mrn: string | null;
  /** Null for an unexpected tube. */
  entity: BusinessEntity | null;
}

interface TubesListProps {
  tubes: readonly TubeDraft[];
  specimens: ReadonlyMap<string, Specimen>;
  clinical: ReadonlySet<string>;
  onOpen(sampleId: string): void;
}

const columnsFor = (clinical: ReadonlySet<string>): readonly Column<NumberedTube>[] => [
  {
    id: 'julianId',
    header: 'Julian ID',
    cell: ({ julianId, entity }) => (
      <span className="whitespace-nowrap">
        <span className="code">{julianId}</span>
        {entity && <EntityBadge entity={entity} />}
      </span>
    ),
    sortBy: ({ julianId }) => julianId,
  },
  { id: 'n', header: 'No.', align: 'right', cell: ({ n }) => n, sortBy: ({ n }) => n },
  { id: 'name', header: 'Customer sample ID', cell: ({ name }) => name, sortBy: ({ name }) => name },
  {
    id: 'code',
    header: 'Scanned',
    tableOnly: true,
    cell: ({ scannedCode }) => <span className="code">{scannedCode ?? 'No code'}</span>,
  },
  {
    id: 'state',
    header: 'State',
    cell: (tube) => <TubeState tube={tube} mrn={tube.mrn} clinical={clinical} />,
  },
  {
    id: 'place',
    header: 'Place',
    cell: ({ containerName, position }) => (position === null ? '' : `${containerName ?? ''} ${position}`),
    sortBy: ({ position }) => position,
  },
  { id: 'label', header: 'Label', cell: (tube) => <LabelState tube={tube} /> },
];

/** Lists the tubes of a session, last scanned first. */
export function TubesList({ tubes, specimens, clinical, onOpen }: TubesListProps) {
  const [query, setQuery] = useState('');
  const rows = useMemo(() => {
    const searchText = query.trim().toLowerCase();
    return tubes
      .map((tube, index): NumberedTube => {
        const specimen = tube.specimenId === null ? undefined : specimens.get(tube.specimenId);
        return {
          ...tube,
          n: index + 1,
          name: specimen?.customerSampleId ?? '',
          mrn: knownRecordNumber(specimen),
          entity: specimen?.entity ?? null,
        };
      })
      .filter(({ julianId, name, scannedCode }) =>
        `${julianId} ${name} ${scannedCode ?? ''}`.toLowerCase().includes(searchText),
      )
      .reverse();
  }, [tubes, specimens, query]);
  const columns = useMemo(() => columnsFor(clinical), [clinical]);
  return (
    <DataList
      label="Tubes of this session"
      rows={rows}
      columns={columns}
      rowKey={({ sampleId }) => sampleId}
      rowLabel={({ julianId }) => julianId}
      onOpen={({ sampleId }) => onOpen(sampleId)}
      search={{ value: query, onChange: setQuery }}
      pageSize={PAGE}
      empty={
        <EmptyState icon={TestTubes} title="No tube is scanned yet">
          Scan the tubes one by one. Scan a box first to store them in it.
        </EmptyState>
      }
    />
  );
}
