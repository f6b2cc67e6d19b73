import { createFileRoute } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { OrganizationPage } from '#pwa/features/organizations/organization-page.tsx';
import { companyLabels } from '#pwa/features/organizations/use-company.ts';
import { useSession } from '#pwa/replica/session/session.ts';

function OwnCompany() {
  const { session } = useSession();
  const navigate = Route.useNavigate();
  if (!session) return null;
  return (
    <OnlineQueries>
      <OrganizationPage
        id={session.user.companyId}
        labels={companyLabels(session.siteVariant)}
        breadcrumbs={[{ label: 'Settings', to: '/settings' }]}
        onMembers={() => void navigate({ to: '/users' })}
      />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/settings/company')({ component: OwnCompany });
