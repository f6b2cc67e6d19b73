import { createFileRoute } from '@tanstack/react-router';
import { FlowCellsPage } from '#pwa/features/sequencing/flow-cells/flow-cells-page.tsx';

export const Route = createFileRoute('/_signed-in/lab/inventory/sequencers/flow-cells')({
  component: FlowCellsPage,
});
