import { createFileRoute } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { companyWords } from '#pwa/features/organizations/company-words.ts';
import { OrganizationsPage } from '#pwa/features/organizations/organizations-page.tsx';

function Locations() {
  const navigate = Route.useNavigate();
  return (
    <OnlineQueries>
      <OrganizationsPage
        words={companyWords('clinical')}
        onOpen={(id) => void navigate({ to: '/locations/$id', params: { id } })}
        onLicenses={() => void navigate({ to: '/settings/licenses' })}
      />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/locations/')({ component: Locations });
