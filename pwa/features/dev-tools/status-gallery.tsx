import { PackageOpen, TestTubes, TriangleAlert } from 'lucide-react';
import { Badge } from '#pwa/ui/badge.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { StatTile } from '#pwa/ui/stat-tile.tsx';
import { Timeline } from '#pwa/ui/timeline.tsx';
import { TONES } from '#pwa/ui/tone.ts';
import { ToneBadge } from '#pwa/ui/tone-badge.tsx';

const MEANS = {
  neutral: 'Draft, not started',
  info: 'Ordered, shipped, reserved',
  progress: 'In progress, in a batch',
  success: 'Received, completed, approved',
  warning: 'Needs a look',
  danger: 'Failed, refused, missing',
  hold: 'On hold, quarantined',
} as const;

/** Tones, badges, figures, details of a record, and its history. */
export function StatusGallery() {
  return (
    <>
      <Section title="Tones">
        <ul className="grid gap-2 lg:grid-cols-2 2xl:grid-cols-3">
          {TONES.map((tone) => (
            <li key={tone} className="flex flex-wrap items-center gap-2">
              <ToneBadge tone={tone} label={MEANS[tone]} />
              <Badge tone={tone}>7</Badge>
              <Badge tone={tone} strong>
                7
              </Badge>
              <span className="code text-ink-soft">{tone}</span>
            </li>
          ))}
        </ul>
      </Section>
      <div className="grid grid-cols-2 gap-3 xl:grid-cols-4">
        <StatTile
          label="Shipments to receive"
          value={3}
          tone="info"
          icon={PackageOpen}
          note="Oldest: 2 days 4 hours"
          onOpen={() => undefined}
        />
        <StatTile
          label="Tubes checked out"
          value={18}
          tone="progress"
          icon={TestTubes}
          onOpen={() => undefined}
        />
        <StatTile label="Conflicts" value={1} tone="warning" icon={TriangleAlert} onOpen={() => undefined} />
        <StatTile label="Completed today" value="1.2K" tone="success" />
      </div>
      <div className="grid gap-4 lg:grid-cols-2">
        <Section title="Key values">
          <KeyValues
            items={[
              { name: 'Barcode', value: <span className="code">W26-00412-03</span> },
              { name: 'Status', value: <ToneBadge tone="success" label="Received" /> },
              { name: 'Concentration', value: '42.50 ng/µL' },
              { name: 'Volume', value: '120.0 µL' },
              { name: 'Stored', value: 'Freezer 2 · Box 14 · A1' },
              { name: 'Note', value: '' },
            ]}
          />
        </Section>
        <Section title="Timeline">
          <Timeline
            label="Custody"
            entries={[
              {
                id: '3',
                title: 'Moved to Box 14, A1',
                person: 'Ada Kim',
                time: 'Mar 4 @ 3:07 PM',
                tone: 'progress',
                waiting: true,
              },
              { id: '2', title: 'Checked in', person: 'Ben Osei', time: 'Mar 4 @ 9:12 AM', tone: 'success' },
              {
                id: '1',
                title: 'Shipment delivered',
                time: 'Mar 3 @ 5:40 PM',
                tone: 'info',
                detail: 'Package intact, dry ice left.',
              },
            ]}
          />
        </Section>
      </div>
    </>
  );
}
