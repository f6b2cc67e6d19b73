import { ChevronRight } from 'lucide-react';
import { ASSIGNED_SECTION_STATUS_LOOK } from '#db/protocols/assigned-section-status.ts';
import { currentSection } from '#db/protocols/current-section.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { LookBadge } from '#pwa/ui/look-badge.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { type BatchView, nameIn } from './batch-view.ts';

const waitedFor = (view: BatchView, id: string | null): string =>
  view.sections.find((one) => one.assigned.id === id)?.section.name ?? 'an earlier section';

/** The sections of a batch in their order; the current one is marked. */
export function BatchSections({ view }: { view: BatchView }) {
  const current = currentSection(view.sections);
  return (
    <Section title="Sections">
      <ol className="divide-y divide-line">
        {view.sections.map((one) => {
          const { assigned, section, status } = one;
          const people = [
            assigned.waitingSince !== null &&
              `begun early ${formatDate(assigned.waitingSince, 'shortAtTime')} by ${nameIn(view.people, assigned.waitingById)}, waits for ${waitedFor(view, assigned.waitsForId)}`,
            assigned.startedAt !== null &&
              `started ${formatDate(assigned.startedAt, 'shortAtTime')} by ${nameIn(view.people, assigned.startedById)}`,
            assigned.assignedUserId !== null && `planned for ${nameIn(view.people, assigned.assignedUserId)}`,
            section.requiresReview && 'needs a review',
            assigned.reopenedAt !== null && 'reopened',
          ].filter(Boolean);
          return (
            <li key={assigned.id}>
              <a
                href={`/lab/assigned-sections/${assigned.id}`}
                className="flex min-h-14 items-center gap-3 rounded-md px-2 py-2 hover:bg-hover"
                aria-current={assigned.id === current?.assigned.id ? 'step' : undefined}
              >
                <span className="w-6 shrink-0 text-center font-semibold text-ink-soft tabular-nums">
                  {section.order}
                </span>
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold">{section.name}</span>
                  {people.length > 0 && (
                    <span className="block text-ink-soft text-sm">{people.join(' · ')}</span>
                  )}
                </span>
                <LookBadge look={ASSIGNED_SECTION_STATUS_LOOK[status]} />
                <ChevronRight aria-hidden size={20} className="shrink-0 text-ink-soft" />
              </a>
            </li>
          );
        })}
      </ol>
    </Section>
  );
}
