import { PackageOpen } from 'lucide-react';
import { UpdatePromptView } from '#pwa/app/update-prompt.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { EmptyState } from '#pwa/ui/empty-state.tsx';
import { KeyboardHints } from '#pwa/ui/keyboard-hints.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { Progress } from '#pwa/ui/progress.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';

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
        <EmptyState icon={PackageOpen} title="No shipment waits" action={<Button>Scan a package</Button>}>
          Scan the tracking label of a package to receive it.
        </EmptyState>
      </div>
    </div>
  );
}
