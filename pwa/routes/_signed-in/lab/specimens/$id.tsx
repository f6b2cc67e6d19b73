import { createFileRoute } from '@tanstack/react-router';
import { BenchActivity } from '#pwa/features/records/activity/bench-activity.tsx';
import { BenchResults } from '#pwa/features/sequencing/results/bench-results.tsx';
import { DeleteSpecimen } from '#pwa/features/specimens/delete-specimen.tsx';
import { SpecimenPage } from '#pwa/features/specimens/specimen-page.tsx';
import { useReplicaIfAny } from '#pwa/replica/hooks/replica-context.tsx';
import type { TimelineEntry } from '#pwa/ui/history/timeline.tsx';
import { lazyComponent, SlowLoadFallback } from '#pwa/ui/lazy-component.tsx';

const LabSpecimen = lazyComponent(
  async () => (await import('#pwa/features/specimens/own/lab-specimen.tsx')).LabSpecimen,
  () => <SlowLoadFallback />,
);

const RecordActivity = lazyComponent(
  async () => (await import('#pwa/features/records/activity/record-activity.tsx')).RecordActivity,
  () => <SlowLoadFallback />,
);

function Specimen() {
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  const hasReplica = useReplicaIfAny() !== null;
  const renderOnline = (number: string, events: readonly TimelineEntry[]) => (
    <RecordActivity targetType="Specimen" targetId={id} number={number} events={events} />
  );
  const onList = () => void navigate({ to: '/lab/specimens' });
  if (!hasReplica)
    return <LabSpecimen id={id} onList={onList} deleting={() => null} activity={renderOnline} />;
  return (
    <SpecimenPage
      specimenId={id}
      activity={(number, events) => (
        <BenchActivity targetType="Specimen" targetId={id} number={number} events={events} />
      )}
      results={(specimen) => <BenchResults specimen={specimen} />}
      fromServer={
        <LabSpecimen
          id={id}
          onList={onList}
          deleting={(specimen, onDeleted) => (
            <DeleteSpecimen
              specimen={specimen}
              material={specimen.deletion?.material ?? false}
              onDeleted={onDeleted}
            />
          )}
          results={(specimen) => <BenchResults specimen={specimen} />}
          activity={renderOnline}
        />
      }
      onList={onList}
    />
  );
}

export const Route = createFileRoute('/_signed-in/lab/specimens/$id')({ component: Specimen });
