import { balancingOf } from '#db/protocols/calculated-values.ts';
import { currentValues } from '#db/protocols/current-values.ts';
import type { Field } from '#db/protocols/field.ts';
import { isLive } from '#db/protocols/section-run.ts';
import { balancingSummary } from './balancing-text.ts';
import type { SectionView } from './section-view.ts';

/** The totals of each balancing. */
export function BalancingSummaries({ view, fields }: { view: SectionView; fields: readonly Field[] }) {
  const { run } = view;
  const known = currentValues(run.values, run.fields);
  const texts = fields.flatMap((field) => {
    const balanced =
      field.calculationType === 'BALANCING'
        ? balancingOf(field, run.rows.filter(isLive), run.fields, known)
        : null;
    return (balanced && balancingSummary(field, balanced)) ?? [];
  });
  return texts.map((text) => (
    <p key={text} className="font-medium tabular-nums">
      {text}
    </p>
  ));
}
