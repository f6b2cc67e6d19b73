import { createFileRoute, useRouter } from '@tanstack/react-router';
import { z } from 'zod';
import { AuthenticationLayout } from '#pwa/app/authentication-layout.tsx';
import { useShell } from '#pwa/app/shell.ts';
import { returnPath } from '#pwa/features/identity/sign-in/return-path.ts';
import { SignInLinkPage } from '#pwa/features/identity/sign-in/sign-in-link-page.tsx';
import { sessionWatch } from '#pwa/replica/session/session.ts';

const Search = z.object({ sent: z.coerce.string().optional().catch(undefined) });

function SignInLink() {
  const { sent } = Route.useSearch();
  const { history } = useRouter();
  const navigate = Route.useNavigate();
  const goOn = async (next: string | null) => {
    await sessionWatch().refresh();
    const isOpen = sessionWatch().state.value.status === 'authenticated';
    const callbackUrl = returnPath(next ?? undefined);
    // A return path may be any page.
    if (isOpen) history.replace(callbackUrl);
    else await navigate({ to: '/sign-in/second-factor', search: { callbackUrl }, replace: true });
  };
  return (
    <AuthenticationLayout>
      <SignInLinkPage isSent={sent === '1'} signedInAs={useShell().user?.email ?? null} onSignedIn={goOn} />
    </AuthenticationLayout>
  );
}

export const Route = createFileRoute('/sign-in_/link')({ validateSearch: Search, component: SignInLink });
