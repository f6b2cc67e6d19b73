import { createFileRoute } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { LibraryPage } from '#pwa/features/protocols/library/library-page.tsx';

function Sections() {
  return (
    <OnlineQueries>
      <LibraryPage />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/lab/sections/')({ component: Sections });
