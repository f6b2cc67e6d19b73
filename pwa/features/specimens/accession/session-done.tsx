import { usePendingFor } from '#pwa/replica/hooks/use-operations.ts';
import type { OperationResult } from '#pwa/replica/run-operation.ts';
import { photoCount } from '#pwa/replica/waiting-photos.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { usePhotosOf } from '../photos/use-photos.ts';
import { CountsBar } from './counts-bar.tsx';
import type { SessionCounts } from './session-counts.ts';

/** A signed session. */
export interface SignedSession {
  id: string;
  groupNumber: string;
  title: string;
  counts: SessionCounts;
  result: OperationResult;
}

/** Result of a signed session; it says "saved on this device" until the server has it. */
export function SessionDone({ signed, onNext }: { signed: SignedSession; onNext(): void }) {
  const waiting = usePendingFor(signed.id);
  const photos = usePhotosOf(signed.id);
  const { outcome, message } = signed.result;
  return (
    <>
      <CountsBar counts={signed.counts} />
      <Section title={`${signed.groupNumber} · ${signed.title}`}>
        <div className="flex flex-col gap-3">
          {waiting > 0 ? (
            <Notice tone="info" title="Saved on this device">
              <p>It is sent as soon as the server is reached. You can go on.</p>
            </Notice>
          ) : (
            <Notice tone="success" title="Received by the server" />
          )}
          {photos.length > 0 && (
            <Notice tone="info" title={`${photoCount(photos.length)} waiting on this device`}>
              <p>What was photographed is sent as soon as the server is reached. Do not clear this device.</p>
            </Notice>
          )}
          {message && (
            <Notice
              tone={outcome === 'CONFLICT' || outcome === 'REJECTED' ? 'danger' : 'warning'}
              title={message}
            />
          )}
          <Button variant="primary" size="large" onClick={onNext}>
            Receive the next package
          </Button>
        </div>
      </Section>
    </>
  );
}
