import { createFileRoute } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { useShell } from '#pwa/app/shell.ts';
import { EmailTestPage } from '#pwa/features/records/emails/email-test-page.tsx';

function EmailTest() {
  const { user } = useShell();
  if (!user) return null;
  return (
    <OnlineQueries>
      <EmailTestPage email={user.email ?? 'you'} />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/email-test')({ component: EmailTest });
