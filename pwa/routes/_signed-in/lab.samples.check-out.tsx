import { createFileRoute } from '@tanstack/react-router';
import { CheckOutPage } from '#pwa/features/samples/check-out-page.tsx';

export const Route = createFileRoute('/_signed-in/lab/samples/check-out')({ component: CheckOutPage });
