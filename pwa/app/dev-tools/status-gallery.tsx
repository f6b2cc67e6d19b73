import { PackageOpen, TestTubes, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { UpdatePromptView } from '#pwa/app/update-prompt.tsx';
import { Badge, ToneBadge } from '#pwa/ui/badge.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { Timeline } from '#pwa/ui/history/timeline.tsx';
import { KeyValues } from '#pwa/ui/key-values.tsx';
import { KeyboardHints } from '#pwa/ui/keyboard-hints.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Progress } from '#pwa/ui/progress.tsx';
import { ScanVerdict, type Verdict } from '#pwa/ui/scan-verdict.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { StatTile } from '#pwa/ui/stat-tile.tsx';
import { SyncChip } from '#pwa/ui/sync-chip.tsx';
import { TONES } from '#pwa/ui/tone.ts';

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
                at: '2026-03-04T15:07:00.000Z',
                tone: 'progress',
                waiting: true,
              },
              {
                id: '2',
                title: 'Checked in',
                person: 'Ben Osei',
                at: '2026-03-04T09:12:00.000Z',
                tone: 'success',
              },
              {
                id: '1',
                title: 'Shipment delivered',
                at: '2026-03-03T17:40:00.000Z',
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

const doNothing = (): void => undefined;

/** Page states: loading, empty, and error. */
export function StatesGallery() {
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Section title="Notices">
        <div className="flex flex-col gap-2">
          <Notice tone="info" title="Working offline">
            Everything you scan is kept on this device.
          </Notice>
          <Notice tone="warning" title="Device storage is nearly full">
            Connect, so that waiting work can be sent.
          </Notice>
          <Notice tone="hold" title="This specimen is quarantined">
            A lab manager must release it.
          </Notice>
          <div className="overflow-hidden rounded-lg border border-line">
            <UpdatePromptView onApply={doNothing} onLater={doNothing} />
          </div>
        </div>
      </Section>
      <Section title="Waiting">
        <div className="flex flex-col gap-5">
          <Progress label="Moving Box 14" done={37} total={81} onCancel={doNothing} />
          <Progress label="Loading the replica" done={4120} total={null} />
          <Skeleton />
          <KeyboardHints
            hints={[
              { keys: ['/'], does: 'search' },
              { keys: ['Esc'], does: 'close' },
            ]}
          />
        </div>
      </Section>
      <div className="panel lg:col-span-2">
        <EmptyState icon={PackageOpen} title="No shipments" action={<Button>Scan a package</Button>}>
          Scan the tracking label of a package to receive it.
        </EmptyState>
      </div>
    </div>
  );
}

const EXAMPLES: Record<Verdict, { title: string; code: string; detail: string; action?: string }> = {
  ok: { title: 'Stored in A1', code: 'W26-00412-03', detail: 'Box 14 · 37 of 81 positions taken' },
  warning: {
    title: 'Label worn, read twice',
    code: 'W26-00412-04',
    detail: 'Compare the number on the tube with the one above.',
    action: 'It is the same',
  },
  error: {
    title: 'A2 is occupied',
    code: 'W26-00412-05',
    detail: 'W26-00388-01 sits there since Mar 4 @ 9:12 AM.',
    action: 'Use A3 instead',
  },
  repeat: {
    title: 'Already scanned',
    code: 'W26-00412-03',
    detail: 'Scanned 4 seconds ago into A1. Nothing was changed.',
  },
};
const ORDER = ['ok', 'warning', 'error', 'repeat'] as const;

/** Scan feedback, and the chip with the sync state. */
export function VerdictGallery() {
  const [count, setCount] = useState(0);
  return (
    <>
      <Section
        title="Scan verdict"
        actions={<Button onClick={() => setCount(count + 1)}>Flash again</Button>}
      >
        <div className="grid gap-4 xl:grid-cols-2">
          {ORDER.map((verdict) => {
            const { action, ...example } = EXAMPLES[verdict];
            return (
              <ScanVerdict
                key={verdict}
                verdict={verdict}
                scanKey={count}
                {...example}
                actions={action && <Button>{action}</Button>}
              />
            );
          })}
        </div>
      </Section>
      <Section title="Sync chip">
        <div className="flex flex-wrap gap-2">
          <SyncChip state="synced" waiting={0} conflicts={0} />
          <SyncChip state="waiting" waiting={12} conflicts={0} />
          <SyncChip state="conflicts" waiting={3} conflicts={1} />
          <SyncChip state="offline" waiting={12} conflicts={0} />
          <SyncChip state="error" waiting={2} conflicts={0} />
        </div>
      </Section>
    </>
  );
}
