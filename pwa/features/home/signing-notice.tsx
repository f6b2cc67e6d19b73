import { PenLine } from 'lucide-react';
import { useSigningAttempts } from '#pwa/replica/hooks/use-signing-attempts.ts';
import { useSyncStatus } from '#pwa/replica/hooks/use-sync-status.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';

/** Warns early that this device cannot sign yet: offline it would be too late. */
export function SigningNotice({ onPrepare }: { onPrepare(): void }) {
  const attempts = useSigningAttempts();
  const { reachable } = useSyncStatus();
  if (attempts === undefined || (attempts !== null && attempts > 0)) return null;
  const locked = attempts === 0;
  return (
    <Notice
      tone="warning"
      title={
        locked ? 'Signing is locked on this device' : 'You cannot sign on this device without a network yet'
      }
      action={
        reachable && (
          <Button icon={PenLine} onClick={onPrepare}>
            {locked ? 'Open signing' : 'Prepare signing'}
          </Button>
        )
      }
    >
      <p>
        {reachable
          ? 'Enter your PIN once while you are connected.'
          : 'Connect this device and enter your PIN once in Settings. What you do until then is kept.'}
      </p>
    </Notice>
  );
}
