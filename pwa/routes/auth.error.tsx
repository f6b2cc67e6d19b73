import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import { AuthenticationLayout } from '#pwa/app/authentication-layout.tsx';
import { useShell } from '#pwa/app/shell.ts';
import { AuthErrorPage } from '#pwa/features/identity/sign-in/auth-error-page.tsx';

const Search = z.object({ error: z.string().max(100).optional().catch(undefined) });

function AuthError() {
  const { supportAddress } = ENTITY_PROFILE[useShell().entity];
  return (
    <AuthenticationLayout>
      <AuthErrorPage code={Route.useSearch().error} supportAddress={supportAddress} />
    </AuthenticationLayout>
  );
}

export const Route = createFileRoute('/auth/error')({ validateSearch: Search, component: AuthError });
