import { createFileRoute } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { AuthenticationLayout } from '#pwa/app/authentication-layout.tsx';
import { DeadLink, tokenOf, useLinkFragment } from '#pwa/features/identity/account-links/account-link.tsx';
import { ApprovalLinkPage } from '#pwa/features/ordering/approvals/approval-link-page.tsx';

const INSTEAD = 'Sign in to see your open tasks on the dashboard.';

function Approval() {
  const token = tokenOf(useLinkFragment());
  const invalidLink = <DeadLink complete={token !== null}>{token !== null && <p>{INSTEAD}</p>}</DeadLink>;
  return (
    <AuthenticationLayout>
      {token === null ? (
        invalidLink
      ) : (
        <OnlineQueries>
          <ApprovalLinkPage key={token} token={token} invalidLinkPage={invalidLink} />
        </OnlineQueries>
      )}
    </AuthenticationLayout>
  );
}

export const Route = createFileRoute('/approval')({ component: Approval });
