import { createFileRoute } from '@tanstack/react-router';
import { AuthenticationLayout } from '#pwa/app/authentication-layout.tsx';
import { useShell } from '#pwa/app/shell.ts';
import { VerifyEmailPage } from '#pwa/features/identity/account-links/verify-email-page.tsx';

function VerifyEmail() {
  return (
    <AuthenticationLayout>
      <VerifyEmailPage signedIn={useShell().user !== null} />
    </AuthenticationLayout>
  );
}

export const Route = createFileRoute('/verify-email')({ component: VerifyEmail });
