import { createFileRoute } from '@tanstack/react-router';
import { z } from 'zod';
import { AuthenticationLayout } from '#pwa/app/authentication-layout.tsx';
import { useShell } from '#pwa/app/shell.ts';
import { CreateAccountPage } from '#pwa/features/identity/create-account/create-account-page.tsx';
import { returnSearch } from '#pwa/features/identity/sign-in/return-path.ts';

const Search = z.object({ callbackUrl: z.string().max(2000).optional().catch(undefined) });

function CreateAccount() {
  const { callbackUrl } = Route.useSearch();
  const navigate = Route.useNavigate();
  const created = ({ byGoogle }: { byGoogle: boolean }) =>
    void navigate({
      to: '/create-account/success',
      search: { ...(byGoogle ? { by: 'google' } : {}), ...(callbackUrl ? { callbackUrl } : {}) },
      replace: true,
    });
  return (
    <AuthenticationLayout wide>
      <CreateAccountPage
        entity={useShell().entity}
        signInSearch={returnSearch(callbackUrl)}
        onCreated={created}
      />
    </AuthenticationLayout>
  );
}

export const Route = createFileRoute('/create-account/')({
  validateSearch: Search,
  component: CreateAccount,
});
