import { DISCREPANCY_RESOLUTION } from '#db/specimens/discrepancy-resolution.ts';
import { DISCREPANCY_TYPE } from '#db/specimens/discrepancy-type.ts';
import type { ShownSpecimen } from '#db/specimens/shown-specimen.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { Section } from '#pwa/ui/page.tsx';
import { StatusBadge } from '#pwa/ui/status-badge.tsx';

/** Findings at the receipt of the specimen, and their resolution; renders nothing without findings. */
export function NoticedPart({ specimen }: { specimen: ShownSpecimen }) {
  if (specimen.discrepancies.length === 0) return null;
  return (
    <Section title="Noticed when it arrived">
      <ul className="-my-2 divide-y divide-line">
        {specimen.discrepancies.map((one) => {
          const type = DISCREPANCY_TYPE[one.type];
          return (
            <li key={one.id} className="flex flex-col gap-1 py-3">
              <span className="flex flex-wrap items-center gap-2">
                <span className="font-semibold">{type}</span>
                <StatusBadge display={DISCREPANCY_RESOLUTION[one.resolution]} />
                <span className="text-ink-soft text-sm tabular-nums">{formatDate(one.createdAt)}</span>
              </span>
              {one.description !== type && <span className="wrap-anywhere">{one.description}</span>}
              {one.resolutionNote && (
                <span className="wrap-anywhere text-ink-soft text-sm">{one.resolutionNote}</span>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
