import type { Sample } from '#db/samples/sample.ts';
import { SAMPLE_STATUS } from '#db/samples/sample-status.ts';
import { storageManagement } from '#db/storage/storage-management.ts';
import { useRow } from '#pwa/replica/hooks/use-document.ts';
import { Section } from '#pwa/ui/page.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { StatusBadge } from '#pwa/ui/status-badge.tsx';

function SampleLine({ sample }: { sample: Sample }) {
  const place = useRow(storageManagement, sample.storageLocationId);
  return (
    <li className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 py-1.5">
      <a href={`/lab/samples/${sample.id}`} className="code inline-flex min-h-11 items-center underline">
        {sample.barcode}
      </a>
      <StatusBadge display={SAMPLE_STATUS[sample.status]} />
      <span>{[place?.name, sample.storagePosition].filter(Boolean).join(' ')}</span>
      {sample.remainingVolume !== null && (
        <span className="tabular-nums">{`${sample.remainingVolume} µL`}</span>
      )}
    </li>
  );
}

/** Samples of a specimen, the primary one first. */
export function SpecimenSamples({ samples }: { samples: readonly Sample[] | undefined }) {
  const ordered = [...(samples ?? [])].sort((a, b) => a.barcode.localeCompare(b.barcode));
  return (
    <Section title={`Samples: ${ordered.length}`}>
      {samples === undefined && <Skeleton label="Reading the samples" />}
      {samples?.length === 0 && <p className="text-ink-soft">Nothing has been received yet.</p>}
      <ul className="flex flex-col divide-y divide-line">
        {ordered.map((sample) => (
          <SampleLine key={sample.id} sample={sample} />
        ))}
      </ul>
    </Section>
  );
}
