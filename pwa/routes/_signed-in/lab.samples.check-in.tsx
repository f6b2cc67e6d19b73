import { createFileRoute } from '@tanstack/react-router';
import { CheckInPage } from '#pwa/features/samples/check-in-page.tsx';

export const Route = createFileRoute('/_signed-in/lab/samples/check-in')({ component: CheckInPage });
