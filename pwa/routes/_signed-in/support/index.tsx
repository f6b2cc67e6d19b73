import { createFileRoute } from '@tanstack/react-router';
import { may } from '#db/access/grants.ts';
import { mayVisit } from '#db/access/paths.ts';
import { seesAllCompanies } from '#db/access/roles.ts';
import { useShell, visitorOf } from '#pwa/app/shell.ts';
import { SupportPage } from '#pwa/features/records/support/support-page.tsx';
import { usePageExists } from '#pwa/navigation/menu.ts';

function Support() {
  const { user, siteVariant } = useShell();
  const exists = usePageExists();
  const visitor = visitorOf(user);
  return (
    <SupportPage
      audience={user?.role && seesAllCompanies(user.role) ? 'bench' : 'customer'}
      answers={user?.role ? may(user.role, 'support:update') : false}
      mayOpen={(path) => exists(path) && visitor !== null && mayVisit(siteVariant, visitor, path)}
    />
  );
}

export const Route = createFileRoute('/_signed-in/support/')({ component: Support });
