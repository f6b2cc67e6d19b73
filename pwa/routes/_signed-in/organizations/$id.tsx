import { createFileRoute } from '@tanstack/react-router';
import { CompanyScreen } from '#pwa/app/company-screens.tsx';

function One() {
  return <CompanyScreen variant="lab-services" id={Route.useParams().id} />;
}

export const Route = createFileRoute('/_signed-in/organizations/$id')({ component: One });
