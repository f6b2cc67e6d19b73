import { useState } from 'react';
import { Button } from '#pwa/ui/button.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { ScanVerdict, type Verdict } from '#pwa/ui/scan-verdict.tsx';
import { SyncChip } from '#pwa/ui/sync-chip.tsx';

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
