import { createFileRoute } from '@tanstack/react-router';
import { FailSamplesDialog } from '#pwa/features/batches/failures/fail-samples-dialog.tsx';
import { FailureReview } from '#pwa/features/batches/failures/failure-decisions.tsx';
import { BenchActivity } from '#pwa/features/records/activity/bench-activity.tsx';
import { SamplePage } from '#pwa/features/samples/sample-page.tsx';
import { SampleResults } from '#pwa/features/sequencing/analyses/sample-results.tsx';

function OneSample() {
  const { id } = Route.useParams();
  return (
    <SamplePage
      key={id}
      id={id}
      activity={(number, history) => (
        <BenchActivity targetType="Sample" targetId={id} number={number} {...history} />
      )}
      failing={(sample, onClose) => <FailSamplesDialog open samples={[sample]} onClose={onClose} />}
      review={(sample) => <FailureReview row={sample} />}
      results={<SampleResults sampleId={id} />}
    />
  );
}

export const Route = createFileRoute('/_signed-in/lab/samples/$id')({ component: OneSample });
