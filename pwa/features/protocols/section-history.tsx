import { formatDate } from '#pwa/format/dates.ts';
import { humanize } from '#pwa/format/names.ts';
import { Section } from '#pwa/ui/page.tsx';
import { Timeline } from '#pwa/ui/timeline.tsx';
import { correctionText } from './correction-text.ts';
import { nameIn, type SectionView } from './section-view.ts';

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** The history of a section: starts, corrections with their reasons, signatures, reopenings. */
export function SectionHistory({ view }: { view: SectionView }) {
  if (view.events.length === 0) return null;
  const entries = view.events.map((one) => {
    // The section began before its turn and counts since the earlier section was completed, whoever completed
    // that.
    const earlyText =
      one.data['waited'] === true && `Begun early by ${textOf(one.data['startedBy'])}; it waited until now`;
    const planned = textOf(one.data['takenOverFrom']);
    const takeoverText = planned === null ? null : `Taken over; it was planned for ${planned}`;
    return {
      id: one.id,
      title: humanize(one.type),
      person: nameIn(view.people, one.userId),
      time: formatDate(one.occurredAt, 'shortAtTime'),
      detail:
        [correctionText(view.run, one), earlyText, takeoverText, textOf(one.data['reason'])]
          .filter(Boolean)
          .join(' · ') || null,
    };
  });
  return (
    <Section title="History">
      <Timeline label="History of the section" entries={entries} />
    </Section>
  );
}
