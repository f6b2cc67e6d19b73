import { createFileRoute } from '@tanstack/react-router';
import { FailSamplesDialog } from '#pwa/features/batches/failures/fail-samples-dialog.tsx';
import { SectionPage } from '#pwa/features/protocols/sections/section-page.tsx';

function RunningSection() {
  const { assignedSectionId } = Route.useParams();
  return (
    <SectionPage
      key={assignedSectionId}
      assignedSectionId={assignedSectionId}
      failing={(sample, onClose) => (
        <FailSamplesDialog open samples={[sample]} proposed="INSUFFICENT_RESULTS" onClose={onClose} />
      )}
    />
  );
}

export const Route = createFileRoute('/_signed-in/lab/assigned-sections/$assignedSectionId')({
  component: RunningSection,
});
