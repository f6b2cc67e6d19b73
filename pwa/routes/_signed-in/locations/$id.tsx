import { createFileRoute } from '@tanstack/react-router';
import { CompanyScreen } from '#pwa/app/company-screens.tsx';

function One() {
  return <CompanyScreen variant="clinical" id={Route.useParams().id} />;
}

export const Route = createFileRoute('/_signed-in/locations/$id')({ component: One });
