import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { ENTITY_PROFILE } from '#db/organizations/entity-profile.ts';
import { AuthenticationLayout } from '#pwa/app/authentication-layout.tsx';
import { useShell } from '#pwa/app/shell.ts';
import { AccountCreatedPage } from '#pwa/features/identity/create-account/account-created-page.tsx';
import { returnSearch } from '#pwa/features/identity/sign-in/return-path.ts';

const Search = z.object({
  by: z.literal('google').optional().catch(undefined),
  callbackUrl: z.string().max(2000).optional().catch(undefined),
});

function AccountCreated() {
  const { by, callbackUrl } = Route.useSearch();
  const { supportAddress } = ENTITY_PROFILE[useShell().entity];
  return (
    <AuthenticationLayout>
      <AccountCreatedPage
        byGoogle={by === 'google'}
        signInSearch={returnSearch(callbackUrl)}
        supportAddress={supportAddress}
      />
    </AuthenticationLayout>
  );
}

export const Route = createFileRoute('/create-account/success')({
  validateSearch: Search,
  component: AccountCreated,
});
