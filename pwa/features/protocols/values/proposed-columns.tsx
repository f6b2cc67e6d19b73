import { Check } from 'lucide-react';
import type { Field } from '#db/protocols/field.ts';
import type { SectionView } from '#pwa/features/protocols/sections/section-view.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { Button } from '#pwa/ui/button.tsx';
import { acceptedEntries, type DisplayValue, proposalOf, proposedText } from './display-values.ts';
import type { RecordValues } from './use-record-values.ts';

export interface SampleValuesProps {
  view: SectionView;
  fields: readonly Field[];
  values: ReadonlyMap<string, DisplayValue>;
  recording: RecordValues;
  onActive(cell: { rowId: string; fieldId: string }): void;
  /** Called on a press on a value outside its quality range: the sample may be failed. */
  onProposeFailure(sampleId: string): void;
}

/** The values that the procedure proposes for the wells; each is recorded only when a user accepts it. */
export function ProposedColumns(props: Pick<SampleValuesProps, 'view' | 'fields' | 'values' | 'recording'>) {
  const { view, fields, recording } = props;
  const open = fields.flatMap((field) => {
    const proposal = proposalOf(view, field);
    const entries = proposal ? acceptedEntries(props, field, proposal) : [];
    return proposal && entries.length > 0 ? [{ field, proposal, entries }] : [];
  });
  if (open.length === 0) return null;
  return (
    <ul aria-label="Proposed values" className="flex flex-col gap-2">
      {open.map(({ field, proposal, entries }) => (
        <li
          key={field.id}
          data-tone="info"
          className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-lg border border-tone-line bg-tone-soft px-3 py-2 text-tone-ink"
        >
          <span>
            <strong>{field.label}</strong>. {`${proposedText(proposal)}.`}
          </span>
          <Button
            icon={Check}
            command="ACCEPT"
            aria-label={`Use ${proposal.displayText} for ${countOf(entries.length, 'empty well')}: ${field.label}`}
            onClick={() => void recording.record(entries)}
          >
            {`Use ${proposal.displayText} for ${countOf(entries.length, 'empty well')}`}
          </Button>
        </li>
      ))}
    </ul>
  );
}
