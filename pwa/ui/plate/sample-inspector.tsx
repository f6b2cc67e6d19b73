import { Link } from '@tanstack/react-router';
import { SAMPLE_STATUS } from '#db/samples/sample.ts';
import type { BusinessEntity } from '#db/values/business-entity.ts';
import { ToneBadge } from '#pwa/ui/badge.tsx';
import { CopyButton } from '#pwa/ui/copy-button.tsx';
import { EntityBadge } from '#pwa/ui/entity-badge.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Time } from '#pwa/ui/time.tsx';
import { type ColoredSample, statusTone } from './color-by.ts';

/** The fields of a sample that the inspector shows. */
export interface InspectedSample extends ColoredSample {
  id: string;
  entity: BusinessEntity;
  remainingVolume: string | null;
}

const unit = (value: string | null, symbol: string): string => (value === null ? '' : `${value} ${symbol}`);

/** The sample of the selected position: its number, and what is known of it. */
export function SampleInspector({ row }: { row: InspectedSample }) {
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap items-center gap-x-1">
        <Link
          to="/lab/samples/$id"
          params={{ id: row.id }}
          className="code inline-flex min-h-control items-center font-semibold underline underline-offset-2"
        >
          {row.barcode}
        </Link>
        <CopyButton text={row.barcode} label="Copy number" />
        <EntityBadge entity={row.entity} />
      </p>
      <span>
        <ToneBadge tone={statusTone(row.status)} label={SAMPLE_STATUS[row.status].label} />
      </span>
      <KeyValues
        items={[
          { name: 'Volume left', value: unit(row.remainingVolume, 'µL') },
          { name: 'Concentration', value: unit(row.extractedConcentration, 'ng/µL') },
          { name: 'DNA barcode', value: row.dnaBarcode },
          { name: 'Recorded', value: <Time value={row.createdAt} /> },
        ]}
      />
    </div>
  );
}
