import { createFileRoute } from '@tanstack/react-router';
import { BenchActivity } from '#pwa/features/records/activity/bench-activity.tsx';
import { BenchFiles } from '#pwa/features/records/files/bench-files.tsx';
import { BenchNotes } from '#pwa/features/records/notes/bench-notes.tsx';
import { BenchResults } from '#pwa/features/sequencing/results/bench-results.tsx';
import { DeleteSpecimen } from '#pwa/features/specimens/delete-specimen.tsx';
import { SpecimenPage } from '#pwa/features/specimens/specimen-page.tsx';
import { useReplicaIfAny } from '#pwa/replica/hooks/replica-context.tsx';
import { lazyComponent, SlowLoadFallback } from '#pwa/ui/lazy-component.tsx';

const LabSpecimen = lazyComponent(
  async () => (await import('#pwa/features/specimens/own/lab-specimen.tsx')).LabSpecimen,
  () => <SlowLoadFallback />,
);

const OnlineNotes = lazyComponent(
  async () => (await import('#pwa/features/records/notes/notes-panel.tsx')).NotesPanel,
  () => <SlowLoadFallback />,
);

function Specimen() {
  const { id } = Route.useParams();
  const navigate = Route.useNavigate();
  const hasReplica = useReplicaIfAny() !== null;
  const notes = <BenchNotes targetType="Specimen" targetId={id} />;
  const files = <BenchFiles targetType="Specimen" targetId={id} />;
  const onList = () => void navigate({ to: '/lab/specimens' });
  if (!hasReplica)
    return (
      <LabSpecimen
        id={id}
        onList={onList}
        deleting={() => null}
        sidePanel={<OnlineNotes targetType="Specimen" targetId={id} staff />}
      />
    );
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
          sidePanel={
            <>
              {notes}
              {files}
            </>
          }
        />
      }
      onList={onList}
    />
  );
}

export const Route = createFileRoute('/_signed-in/lab/specimens/$id')({ component: Specimen });
