import { createFileRoute } from '@tanstack/react-router';
import { FailSamplesDialog } from '#pwa/features/batches/failures/fail-samples-dialog.tsx';
import { FailureReview } from '#pwa/features/batches/failures/failure-decisions.tsx';
import { BenchFiles } from '#pwa/features/records/files/bench-files.tsx';
import { BenchNotes } from '#pwa/features/records/notes/bench-notes.tsx';
import { SamplePage } from '#pwa/features/samples/sample-page.tsx';

function OneSample() {
  const { id } = Route.useParams();
  return (
    <SamplePage
      key={id}
      id={id}
      notes={<BenchNotes targetType="Sample" targetId={id} />}
      failing={(sample, onClose) => <FailSamplesDialog open samples={[sample]} onClose={onClose} />}
      review={(sample) => <FailureReview row={sample} />}
      files={<BenchFiles targetType="Sample" targetId={id} />}
    />
  );
}

export const Route = createFileRoute('/_signed-in/lab/samples/$id')({ component: OneSample });
