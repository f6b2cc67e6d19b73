import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { AuthenticationLayout } from '#pwa/app/authentication-layout.tsx';
import { ResetPasswordPage } from '#pwa/features/identity/account-links/reset-password-page.tsx';
import { returnSearch } from '#pwa/features/identity/sign-in/return-path.ts';
import { sessionWatch } from '#pwa/replica/session/session.ts';

const Search = z.object({ callbackUrl: z.string().max(2000).optional().catch(undefined) });

function ResetPassword() {
  const signIn = returnSearch(Route.useSearch().callbackUrl);
  return (
    <AuthenticationLayout>
      <ResetPasswordPage signInSearch={signIn} onReset={() => sessionWatch().refresh()} />
    </AuthenticationLayout>
  );
}

export const Route = createFileRoute('/reset-password')({ validateSearch: Search, component: ResetPassword });
