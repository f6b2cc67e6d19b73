import { Link } from '@tanstack/react-router';
import { may } from '#db/access/grants.ts';
import { BATCH_TYPE_FACTS, batch } from '#db/batches/batch.ts';
import { FAILED_SAMPLE_REASON } from '#db/samples/failing/failed-sample-reason.ts';
import { SAMPLE_KIND, type Sample } from '#db/samples/sample.ts';
import { Volume } from '#db/samples/volume.ts';
import { specimen } from '#db/specimens/specimen.ts';
import { describeField } from '#db/values/field-types.ts';
import { WithRecordCard } from '#pwa/navigation/record-link.tsx';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { requireAccepted, useCheckedOperation } from '#pwa/replica/hooks/use-checked-operation.ts';
import { useRow } from '#pwa/replica/hooks/use-document.ts';
import { InlineEdit } from '#pwa/ui/form/inline-edit.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Section } from '#pwa/ui/page.tsx';

const VolumeLeft = describeField(Volume, { label: 'Remaining volume', input: 'decimal', unit: 'µL' });

/** The volume that is left; who may measure tubes corrects it here. */
function RemainingVolume({ row }: { row: Sample }) {
  const { actor } = useReplica();
  const runOperation = useCheckedOperation();
  const text = row.remainingVolume === null ? '–' : `${row.remainingVolume} µL`;
  if (!may(actor.role, 'lab/custody:update')) return text;
  const save = async (remainingVolume: string): Promise<void> => {
    requireAccepted(
      await runOperation('confirm-volume', {
        sampleId: row.id,
        remainingVolume,
        recorded: row.remainingVolume,
        outsideCheckIn: true,
      }),
    );
  };
  return (
    <InlineEdit label="Remaining volume" value={row.remainingVolume ?? ''} field={VolumeLeft} onSave={save}>
      {text}
    </InlineEdit>
  );
}

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
        <WithRecordCard kind="specimen" id={owner.id} name={owner.julianId ?? owner.requisitionNumber}>
          <Link to="/lab/specimens/$id" params={{ id: owner.id }} className={LINK}>
            {owner.julianId ?? owner.requisitionNumber}
          </Link>
        </WithRecordCard>
      ),
    },
    {
      name: 'Batch',
      value: inBatch && (
        <WithRecordCard kind="batch" id={inBatch.id} name={inBatch.julianId}>
          <Link to="/lab/batches/$batchId" params={{ batchId: inBatch.id }} className={LINK}>
            {`${inBatch.julianId}${row.plateLocation ? `, well ${row.plateLocation}` : ''}`}
          </Link>
        </WithRecordCard>
      ),
    },
    { name: 'Remaining volume', value: <RemainingVolume row={row} /> },
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
