import { formatDate } from '#pwa/format/dates.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import { nameIn, type SectionView } from './section-view.ts';

/** Why a signed section is open again, until it is signed again. */
export function ReopenedNotice({ view }: { view: SectionView }) {
  if (view.run.assigned.reopenedAt === null || view.lockedText !== null) return null;
  // The newest is first.
  const reopened = view.events.find(({ type }) => type === 'SECTION_REOPENED');
  if (!reopened) return null;
  const { data, userId, occurredAt } = reopened;
  return (
    <Notice
      tone="warning"
      title={`Reopened by ${nameIn(view.people, userId)}, ${formatDate(occurredAt, 'shortAtTime')}`}
    >
      <p>{String(data['reason'])}</p>
      <p>It must be signed again. What was recorded is kept.</p>
    </Notice>
  );
}
