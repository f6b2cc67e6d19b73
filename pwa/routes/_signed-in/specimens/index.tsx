import { createFileRoute, useRouter } from '@tanstack/react-router';
import { OnlineQueries } from '#pwa/api/online-queries.tsx';
import { OwnSpecimensPage } from '#pwa/features/specimens/own/own-specimens-page.tsx';

function Specimens() {
  const router = useRouter();
  return (
    <OnlineQueries>
      <OwnSpecimensPage onOpen={(id) => router.history.push(`/specimens/${id}`)} />
    </OnlineQueries>
  );
}

export const Route = createFileRoute('/_signed-in/specimens/')({ component: Specimens });
