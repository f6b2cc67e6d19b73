import { Link } from '@tanstack/react-router';
import { ChevronRight, UserRoundPlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { may } from '#db/access/grants.ts';
import { acceptsValues } from '#db/batches/batch-approval.ts';
import { ASSIGNED_SECTION_STATUS_DISPLAY, currentSection } from '#db/protocols/sections/current-section.ts';
import { formatDate } from '#pwa/format/dates.ts';
import { useReplica } from '#pwa/replica/hooks/replica-context.tsx';
import { StatusBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { IconButton } from '#pwa/ui/icon-button.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { type BatchSection, type BatchView, nameIn } from './batch-view.ts';

/** A section to be planned for a user. */
interface SectionToPlan {
  id: string;
  name: string;
  assignedUserId: string | null;
}

export type Planning = (sections: readonly SectionToPlan[], onClose: () => void) => ReactNode;

const getAwaitedSectionName = (view: BatchView, id: string | null): string =>
  view.sections.find((one) => one.assigned.id === id)?.section.name ?? 'an earlier section';

const toSectionToPlan = ({ assigned, section }: BatchSection): SectionToPlan => ({
  id: assigned.id,
  name: section.name,
  assignedUserId: assigned.assignedUserId,
});

function peopleOf(view: BatchView, { assigned, section }: BatchSection): string {
  const { waitingSince, waitingById, startedAt, startedById, assignedUserId, reopenedAt } = assigned;
  return [
    waitingSince !== null &&
      `started early ${formatDate(waitingSince, 'shortAtTime')} by ${nameIn(view.people, waitingById)}, awaiting ${getAwaitedSectionName(view, assigned.waitsForId)}`,
    startedAt !== null &&
      `started ${formatDate(startedAt, 'shortAtTime')} by ${nameIn(view.people, startedById)}`,
    assignedUserId !== null && `planned for ${nameIn(view.people, assignedUserId)}`,
    section.requiresReview && 'needs a review',
    reopenedAt !== null && 'reopened',
  ]
    .filter(Boolean)
    .join(' · ');
}

function SectionLine(props: {
  view: BatchView;
  one: BatchSection;
  current: boolean;
  onPlan: (() => void) | null;
}) {
  const { view, one, current, onPlan } = props;
  const { assigned, section, status } = one;
  const people = peopleOf(view, one);
  return (
    <li className="flex items-center gap-1">
      <Link
        to="/lab/assigned-sections/$assignedSectionId"
        params={{ assignedSectionId: assigned.id }}
        className="flex min-h-14 min-w-0 flex-1 items-center gap-3 rounded-md px-2 py-2 hover:bg-hover aria-[current=step]:bg-accent-soft"
        aria-current={current ? 'step' : undefined}
      >
        <span className="w-6 shrink-0 text-center font-semibold text-ink-soft tabular-nums">
          {section.order}
        </span>
        <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <span className="min-w-0">
            <span className="block font-semibold">{section.name}</span>
            {people !== '' && <span className="block text-ink-soft text-sm">{people}</span>}
          </span>
          <StatusBadge display={ASSIGNED_SECTION_STATUS_DISPLAY[status]} />
        </span>
        <ChevronRight aria-hidden size={20} className="shrink-0 text-ink-soft" />
      </Link>
      {onPlan ? (
        <IconButton icon={UserRoundPlus} label={`Plan ${section.name} for…`} onClick={onPlan} />
      ) : (
        <span className="size-control shrink-0" />
      )}
    </li>
  );
}

/**
 * The sections of a batch in their order, the current one marked. Open sections can be planned for a user.
 */
export function BatchSections({ view, planning }: { view: BatchView; planning: Planning }) {
  const { actor } = useReplica();
  const [planned, setPlanned] = useState<readonly SectionToPlan[] | null>(null);
  const current = currentSection(view.sections);
  const mayPlan = acceptsValues(view.batch) && may(actor.role, 'lab/assigned-sections:update');
  const open = mayPlan ? view.sections.filter((one) => one.status !== 'COMPLETED') : [];
  return (
    <Section
      title="Sections"
      actions={
        open.length > 1 && (
          <Button icon={UserRoundPlus} onClick={() => setPlanned(open.map(toSectionToPlan))}>
            {`Plan all ${open.length} open for…`}
          </Button>
        )
      }
    >
      <ol className="divide-y divide-line">
        {view.sections.map((one) => (
          <SectionLine
            key={one.assigned.id}
            view={view}
            one={one}
            current={one.assigned.id === current?.assigned.id}
            onPlan={open.includes(one) ? () => setPlanned([toSectionToPlan(one)]) : null}
          />
        ))}
      </ol>
      {planned && planning(planned, () => setPlanned(null))}
    </Section>
  );
}
