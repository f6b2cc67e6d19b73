import { createFileRoute } from '@tanstack/react-router';
import { SamplePage } from '#pwa/features/samples/sample-page.tsx';

function OneSample() {
  const { id } = Route.useParams();
  return <SamplePage key={id} id={id} />;
}

export const Route = createFileRoute('/_signed-in/lab/samples/$id')({ component: OneSample });
