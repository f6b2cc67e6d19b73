import { UserRoundCheck } from 'lucide-react';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { useAttempt } from '#pwa/ui/use-attempt.ts';
import { acceptInvitation } from './account-client.ts';

/** Accepts with an existing account: names and password stay unchanged. */
export function JoinWithAccount({ token, onJoined }: { token: string; onJoined(): Promise<void> }) {
  const { problem, busy, attempt } = useAttempt();
  const accept = () =>
    attempt(async () => {
      await acceptInvitation({ token, person: null });
      await onJoined();
    });
  return (
    <div className="flex flex-col gap-4">
      {problem && <Notice tone="danger" title={problem.message} />}
      <p className="text-ink-soft">You have an account. It stays as it is and can then do both.</p>
      <Button variant="primary" wide icon={UserRoundCheck} busy={busy} onClick={() => void accept()}>
        Accept the invitation
      </Button>
    </div>
  );
}
