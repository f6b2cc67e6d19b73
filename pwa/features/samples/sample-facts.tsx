import { batch } from '#db/batches/batch.ts';
import { BATCH_TYPE_FACTS } from '#db/batches/batch-type.ts';
import { FAILED_SAMPLE_REASON } from '#db/samples/failed-sample-reason.ts';
import type { Sample } from '#db/samples/sample.ts';
import { SAMPLE_KIND } from '#db/samples/sample-kind.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { useRow } from '#pwa/replica/hooks/use-document.ts';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Section } from '#pwa/ui/page.tsx';

const LINK = 'inline-flex min-h-6 items-center text-accent-ink underline underline-offset-2';

/** Details of the tube: kind, stage, volumes, results, home location. */
export function SampleFacts({ row }: { row: Sample }) {
  const owner = useRow(specimen, row.specimenId);
  const inBatch = useRow(batch, row.batchId);
  const unit = (value: string | null, symbol: string) => (value === null ? '' : `${value} ${symbol}`);
  const items = [
    { name: 'Kind', value: SAMPLE_KIND[row.sampleKind] },
    { name: 'Stage', value: row.stage ? BATCH_TYPE_FACTS[row.stage].label : '' },
    {
      name: 'Specimen',
      value: owner && (
        <a href={`/lab/specimens/${owner.id}`} className={LINK}>
          {owner.julianId ?? owner.requisitionNumber}
        </a>
      ),
    },
    {
      name: 'Batch',
      value: inBatch && (
        <a href={`/lab/batches/${inBatch.id}`} className={LINK}>
          {`${inBatch.julianId}${row.plateLocation ? `, well ${row.plateLocation}` : ''}`}
        </a>
      ),
    },
    { name: 'Remaining volume', value: unit(row.remainingVolume, 'µL') },
    { name: 'Initial volume', value: unit(row.initialVolume, 'µL') },
    { name: 'Concentration', value: unit(row.extractedConcentration, 'ng/µL') },
    { name: 'DNA barcode', value: row.dnaBarcode ?? '' },
    { name: 'Attempt', value: String(row.attempt) },
    {
      name: 'Failure',
      value: row.failureReason
        ? [FAILED_SAMPLE_REASON[row.failureReason], row.failureNotes].filter(Boolean).join(': ')
        : '',
    },
  ];
  return (
    <Section title="Sample">
      <KeyValues items={items.filter((item) => item.value)} />
    </Section>
  );
}
