import { type Sample, sample } from '#db/samples/sample.ts';
import { SAMPLE_KIND } from '#db/samples/sample-kind.ts';
import { SAMPLE_STATUS } from '#db/samples/sample-status.ts';
import { useRow } from '#pwa/replica/hooks/use-document.ts';
import { useRows } from '#pwa/replica/hooks/use-query.ts';
import { Section } from '#pwa/ui/page.tsx';
import { StatusBadge } from '#pwa/ui/status-badge.tsx';

/** Parent and derived samples of the tube. */
export function SampleFamily({ row }: { row: Sample }) {
  const parent = useRow(sample, row.parentSampleId);
  const children = useRows(sample, { parentSampleId: row.id }) ?? [];
  return (
    <Section title="Parents and children">
      {parent && <Relatives label="Made from" rows={[parent]} />}
      {children.length > 0 && <Relatives label="Made from it" rows={children} />}
      {!parent && children.length === 0 && (
        <p className="text-ink-soft">It is a primary sample, and nothing was made from it yet.</p>
      )}
    </Section>
  );
}

function Relatives({ label, rows }: { label: string; rows: readonly Sample[] }) {
  return (
    <div className="mb-3 last:mb-0">
      <h3 className="mb-1 font-medium text-ink-soft text-sm">{label}</h3>
      <ul aria-label={label} className="flex flex-col gap-1.5">
        {rows.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center gap-3">
            <a
              href={`/lab/samples/${one.id}`}
              className="code inline-flex min-h-6 items-center font-semibold text-accent-ink underline underline-offset-2"
            >
              {one.barcode}
            </a>
            <span className="text-ink-soft text-sm">{SAMPLE_KIND[one.sampleKind]}</span>
            <StatusBadge display={SAMPLE_STATUS[one.status]} />
          </li>
        ))}
      </ul>
    </div>
  );
}
