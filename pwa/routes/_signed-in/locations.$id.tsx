import { createFileRoute } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { companyWords } from '#pwa/features/organizations/company-words.ts';
import { OrganizationPage } from '#pwa/features/organizations/organization-page.tsx';
import { NotesPanel } from '#pwa/features/records/notes/notes-panel.tsx';

const words = companyWords('clinical');

function One() {
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  return (
    <OnlineQueries>
      <OrganizationPage
        id={id}
        words={words}
        breadcrumbs={[{ label: words.many, href: words.base }]}
        notes={(staff) => <NotesPanel targetType="Company" targetId={id} staff={staff} />}
        onMembers={(companyId) => void navigate({ href: `/users?companyId=${companyId}` })}
      />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/locations/$id')({ component: One });
