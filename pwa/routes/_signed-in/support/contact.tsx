import { createFileRoute } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { useShell } from '#pwa/app/shell.ts';
import { ContactPage } from '#pwa/features/records/support/contact-page.tsx';

function Contact() {
  return (
    <OnlineQueries>
      <ContactPage email={useShell().user?.email ?? ''} />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/support/contact')({ component: Contact });
