import { createFileRoute } from '@tanstack/react-router';
import { AuthenticationLayout } from '#pwa/app/layouts/authentication-layout.tsx';
import { useShell } from '#pwa/app/shell.ts';
import { VerifyEmailPage } from '#pwa/features/identity/verify-email-page.tsx';

function VerifyEmail() {
  return (
    <AuthenticationLayout>
      <VerifyEmailPage signedIn={useShell().user !== null} />
    </AuthenticationLayout>
  );
}

export const Route = createFileRoute('/verify-email')({ component: VerifyEmail });
