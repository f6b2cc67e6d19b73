import { createFileRoute } from '@tanstack/react-router';
import { SpecimensPage } from '#pwa/features/specimens/specimens-page.tsx';
import { useQueryParameters } from '#pwa/navigation/use-query-parameters.ts';
import { useReplicaIfAny } from '#pwa/replica/hooks/replica-context.tsx';
import { lazyComponent, SlowLoadFallback } from '#pwa/ui/lazy-component.tsx';

const LabSpecimens = lazyComponent(
  async () => (await import('#pwa/features/specimens/own/lab-specimens.tsx')).LabSpecimens,
  () => <SlowLoadFallback />,
);

function Specimens() {
  const navigate = Route.useNavigate();
  const hasReplica = useReplicaIfAny() !== null;
  const { parameters, update } = useQueryParameters();
  const onOpen = (id: string) => void navigate({ to: '/lab/specimens/$id', params: { id } });
  // Filters that both lists share remain when the user switches between them; their sorting differs.
  const show = (of: string | null) => update({ of, page: null, sort: null });
  if (!hasReplica) return <LabSpecimens onOpen={onOpen} onDevice={null} />;
  if (parameters.get('of') === 'everything')
    return <LabSpecimens onOpen={onOpen} onDevice={() => show(null)} />;
  return (
    <SpecimensPage
      onOpen={onOpen}
      onReceive={() => void navigate({ to: '/lab/specimens/accession' })}
      onShowAll={() => show('everything')}
    />
  );
}

export const Route = createFileRoute('/_signed-in/lab/specimens/')({ component: Specimens });
