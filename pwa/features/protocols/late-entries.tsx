import { formatDate } from '#pwa/format/dates.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { nameIn, type SectionView } from './section-view.ts';

/** Values that arrived after the section was signed: stored next to the record for a manager to review. */
export function LateEntries({ view }: { view: SectionView }) {
  const { run } = view;
  const lateValues = run.values.filter((one) => one.late && one.assignedSectionId === run.assigned.id);
  if (lateValues.length === 0) return null;
  return (
    <Section title={`Late entries (${lateValues.length})`}>
      <Notice tone="warning" title="These values do not count">
        <p>
          They came in after the section was signed, or were set aside. A lab manager or director may reopen a
          signed section to take them in.
        </p>
      </Notice>
      <ul className="mt-2 divide-y divide-line">
        {lateValues.map((one) => {
          const field = run.fields.find((other) => other.id === one.fieldId);
          const row = run.rows.find((other) => other.id === one.sampleId);
          return (
            <li key={one.id} className="py-1.5">
              <span className="font-medium">{`${field?.label ?? 'Value'}${row ? ` of ${row.barcode}` : ''}: ${one.removed ? `${one.value} taken off` : one.value}`}</span>
              <span className="block text-ink-soft text-sm">
                {`${nameIn(view.people, one.enteredById)}, ${formatDate(one.occurredAt, 'shortAtTime')}`}
              </span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
