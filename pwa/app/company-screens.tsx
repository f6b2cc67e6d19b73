import { useNavigate } from '@tanstack/react-router';
import type { SiteVariant } from '#db/access/session.ts';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { OrganizationPage } from '#pwa/features/organizations/organization-page.tsx';
import { OrganizationsPage } from '#pwa/features/organizations/organizations-page.tsx';
import { companyLabels } from '#pwa/features/organizations/use-company.ts';
import { NotesPanel } from '#pwa/features/records/notes/notes-panel.tsx';

/** The customers of the lab: organizations, or locations in the clinical variant. */
export function CompaniesScreen({ variant }: { variant: SiteVariant }) {
  const navigate = useNavigate();
  const texts = companyLabels(variant);
  return (
    <OnlineQueries>
      <OrganizationsPage
        labels={texts}
        onOpen={(id) => void navigate({ to: `${texts.base}/$id`, params: { id } })}
        onLicenses={() => void navigate({ to: '/settings/licenses' })}
      />
    </OnlineQueries>
  );
}

/** One customer with its notes. */
export function CompanyScreen({ variant, id }: { variant: SiteVariant; id: string }) {
  const navigate = useNavigate();
  const texts = companyLabels(variant);
  return (
    <OnlineQueries>
      <OrganizationPage
        id={id}
        labels={texts}
        breadcrumbs={[{ label: texts.many, to: texts.base }]}
        notes={(staff) => <NotesPanel targetType="Company" targetId={id} staff={staff} />}
        onMembers={(companyId) => void navigate({ to: '/users', search: { companyId } })}
      />
    </OnlineQueries>
  );
}
