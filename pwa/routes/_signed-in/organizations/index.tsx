import { createFileRoute } from '@tanstack/react-router';
import { CompaniesScreen } from '#pwa/app/company-screens.tsx';

export const Route = createFileRoute('/_signed-in/organizations/')({
  component: () => <CompaniesScreen variant="lab-services" />,
});
