import type { ShownProject } from '#db/research/shown-project.ts';
import { specimenDisplay } from '#db/specimens/specimen-status-for-customers.ts';
import { Section } from '#pwa/ui/page.tsx';
import { TONE_OF_STATUS } from '#pwa/ui/status-badge.tsx';

/** Progress of a project's specimens: one bar in the status colors, with figures below it. */
export function SpecimenPicture({ project, customer }: { project: ShownProject; customer: boolean }) {
  const total = project.specimenCount;
  const parts = project.specimens
    .map(({ status, count }) => ({ status, count, look: specimenDisplay(status, customer) }))
    .sort((one, other) => one.look.rank - other.look.rank);
  return (
    <Section title={total === 1 ? '1 specimen' : `${total} specimens`}>
      {total === 0 ? (
        <p className="text-ink-soft">Specimens appear here once an order of this project is submitted.</p>
      ) : (
        <>
          <div aria-hidden className="flex h-4 gap-0.5 overflow-hidden rounded-full bg-sunken">
            {parts.map(({ status, count, look: display }) => (
              <span
                key={status}
                data-tone={TONE_OF_STATUS[display.tone]}
                className="h-full min-w-1 bg-tone"
                style={{ width: `${(count / total) * 100}%` }}
              />
            ))}
          </div>
          <ul aria-label="Specimens by status" className="mt-3 grid gap-x-6 gap-y-1 sm:grid-cols-2">
            {parts.map(({ status, count, look: display }) => (
              <li key={status} className="flex min-h-8 items-center gap-2">
                <span
                  aria-hidden
                  data-tone={TONE_OF_STATUS[display.tone]}
                  className="size-3 shrink-0 rounded-full bg-tone"
                />
                <span className="min-w-0 flex-1">{display.label}</span>
                <span className="font-semibold tabular-nums">{count}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  );
}
