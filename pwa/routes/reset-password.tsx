import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { AuthenticationLayout } from '#pwa/app/layouts/authentication-layout.tsx';
import { ResetPasswordPage } from '#pwa/features/identity/reset-password-page.tsx';
import { signInHref } from '#pwa/features/identity/return-path.ts';
import { sessionWatch } from '#pwa/replica/session.ts';

const Search = z.object({ callbackUrl: z.string().max(2000).optional().catch(undefined) });

function ResetPassword() {
  const signIn = signInHref(Route.useSearch().callbackUrl);
  return (
    <AuthenticationLayout>
      <ResetPasswordPage signInHref={signIn} onReset={() => sessionWatch().refresh()} />
    </AuthenticationLayout>
  );
}

export const Route = createFileRoute('/reset-password')({ validateSearch: Search, component: ResetPassword });
